import { execFileSync } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { startChild, waitUntil, type Child } from '@pps/embedded';

/**
 * `silent`: nothing goes in or out. `apart`: nothing from or to other sites, everything else goes through. `mute`: what it sends is lost. `deaf`: what
 * is sent to it is lost. `lossy`: one packet in ten is lost, each way. Nobody is told of what is lost.
 */
export type SiteState = 'through' | 'silent' | 'apart' | 'mute' | 'deaf' | 'lossy';

export interface SiteNetwork {
  readonly sites: readonly number[];
  /** What a process of that site is started in. */
  namespaceOf(site: number): string;
  become(site: number, state: SiteState): void;
}

const [firstPort, portsOfSite] = [31_000, 100];

/** The ports of a site, below those that systems give to others by themselves and above those that are drawn for tests. */
export function portsOf(site: number) {
  const first = firstPort + (site - 1) * portsOfSite;
  return { postgres: first + 1, nats: first + 2, natsCluster: first + 3, pooler: first + 4, databaseProxy: first + 5, api: first + 6 };
}

const addressOf = (site: number): string => `10.9.${site}.1`;
const outside = '10.9.0.1';
const rangeOf = (site: number): string => {
  const first = firstPort + (site - 1) * portsOfSite;
  return `${first}-${first + portsOfSite - 1}`;
};

/**
 * Makes sites in this process's own network, each a network namespace with one wire to here. Every address is 127.0.0.1 everywhere, and a port says at
 * which site its server is, or that it is here: programs need not know of it. `onStop` is told how to end what was begun.
 */
export async function openSites(count: number, onStop: (stop: () => Promise<unknown>) => void): Promise<SiteNetwork> {
  const sites = Array.from({ length: count }, (_, index) => index + 1);
  const states = new Map<number, SiteState>();
  const holders = new Map<number, Child>();
  onStop(() => Promise.all([...holders.values()].map((holder) => holder.stop())));
  ip('link set lo up');
  ip(`address add ${outside}/32 dev lo`);
  set('ip_forward');
  set(leadingToLoopback);
  for (const site of sites) {
    const holder = holdNetwork();
    holders.set(site, holder);
    await openSite(site, holder);
  }
  const namespaceOf = (site: number) => `/proc/${holders.get(site)?.pid}/ns/net`;
  nft(addressRules(outside, sites, []));
  for (const site of sites) {
    const others = sites.filter((each) => each !== site);
    nft(addressRules(addressOf(site), others, [`ip daddr 127.0.0.1 tcp dport != ${rangeOf(site)} dnat to ${outside}`]), namespaceOf(site));
  }
  return {
    sites,
    namespaceOf,
    become: (site, state) => {
      states.set(site, state);
      nft(wireRules(states));
    },
  };
}

const leadingToLoopback = 'conf/all/route_localnet';
const quiet = () => undefined;

function holdNetwork(): Child {
  const env = { PATH: process.env.PATH };
  const args = ['--net', '--', 'sleep', 'infinity'];
  return startChild({ command: 'unshare', args, env, stopSignal: 'SIGKILL', stdout: quiet, stderr: quiet });
}

async function openSite(site: number, holder: Child): Promise<void> {
  const networkOf = (pid: number) => readlinkSync(`/proc/${pid}/ns/net`);
  await waitUntil('a network of its own', 10_000, holder, () => networkOf(holder.pid) !== networkOf(process.pid));
  const gateway = `10.9.${site}.254`;
  ip(`link add site${site} type veth peer name eth0 netns ${holder.pid}`);
  ip(`address add ${gateway}/24 dev site${site}`);
  ip(`link set site${site} up`);
  const inside = [`nsenter`, `--net=/proc/${holder.pid}/ns/net`, '--'];
  set(leadingToLoopback, inside);
  for (const words of [
    'link set lo up',
    `address add ${addressOf(site)}/24 dev eth0`,
    'link set eth0 up',
    `route add default via ${gateway}`,
  ])
    run([...inside, 'ip', ...words.split(' ')]);
}

const run = ([command = '', ...args]: readonly string[], input = ''): void => void execFileSync(command, args, { input });
const ip = (words: string): void => run(['ip', ...words.split(' ')]);
/** Switches on a setting of IPv4, of the network of whoever writes it. */
const set = (setting: string, inside: readonly string[] = []): void =>
  run([...inside, '/bin/sh', '-c', `echo 1 > /proc/sys/net/ipv4/${setting}`]);

function nft(rules: string, networkNamespace?: string): void {
  const inside = networkNamespace === undefined ? [] : ['nsenter', `--net=${networkNamespace}`, '--'];
  run([...inside, 'nft', '-f', '-'], rules);
}

/** What is sent to 127.0.0.1 goes to the site of its port, and what comes to `own` goes to 127.0.0.1. */
const addressRules = (own: string, others: readonly number[], further: readonly string[]): string => `
table ip addresses {
  chain sent {
    type nat hook output priority -100
    ${others.map((site) => `ip daddr 127.0.0.1 tcp dport ${rangeOf(site)} dnat to ${addressOf(site)}`).join('\n    ')}
    ${further.join('\n    ')}
  }
  chain come {
    type nat hook prerouting priority -100
    ip daddr ${own} ip protocol tcp dnat to 127.0.0.1
  }
  chain leave {
    type nat hook postrouting priority 100
    ip saddr 127.0.0.1 oifname != "lo" masquerade
  }
}`;

const lost = 'numgen random mod 100 < 10 drop';
const wireName = (site: number): string => `"site${site}"`;
const lostWhere: Readonly<
  Record<SiteState, (wire: string) => { readonly come?: string; readonly leave?: string; readonly pass?: string }>
> = {
  through: () => ({}),
  silent: (wire) => ({ come: `iifname ${wire} drop`, leave: `oifname ${wire} drop` }),
  apart: (wire) => ({ pass: `iifname ${wire} oifname "site*" drop\n    oifname ${wire} iifname "site*" drop` }),
  mute: (wire) => ({ come: `iifname ${wire} drop` }),
  deaf: (wire) => ({ leave: `oifname ${wire} drop` }),
  lossy: (wire) => ({ come: `iifname ${wire} ${lost}`, leave: `oifname ${wire} ${lost}` }),
};

/** Replaces what was said before about all wires. */
function wireRules(states: ReadonlyMap<number, SiteState>): string {
  const rules = [...states].map(([site, state]) => lostWhere[state](wireName(site)));
  const at = (hook: 'come' | 'leave' | 'pass') => rules.map(({ [hook]: rule = '' }) => rule).join('\n    ');
  return `
table ip wires
delete table ip wires
table ip wires {
  chain come {
    type filter hook prerouting priority -300
    ${at('come')}
  }
  chain pass {
    type filter hook forward priority 0
    ${at('pass')}
  }
  chain leave {
    type filter hook postrouting priority 300
    ${at('leave')}
  }
}`;
}
