import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { KeyedSemaphore } from '@pps/concurrency';
import type { Address, Resolve } from './target-url';

export interface HostLookupOptions {
  /** Name servers as `address:port`; without them those of the machine. */
  readonly servers?: readonly string[];
  readonly hostsFile?: string;
  /** Bounds the whole look-up, the wait for a permit included. */
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 4_000;
const triesPerServer = 2;
const maxPerProject = 4;
const maxWaitingPerProject = 256;

/**
 * A function that gives the addresses of a host from the hosts file or from the name servers, IPv4 first; none when there are none or the time
 * is up. Names are asked for with a resolver of their own, because getaddrinfo occupies a thread of a small pool that the whole process shares and
 * cannot be cancelled. At most 4 look-ups of one project run at once. Throws `Overloaded` where 256 of it wait already.
 */
export function createHostLookup({ servers, hostsFile, timeoutMs = defaultTimeoutMs }: HostLookupOptions = {}): Resolve {
  const perProject = new KeyedSemaphore(maxPerProject, maxWaitingPerProject);
  return async (host, projectId) => {
    const known = (await readHostsFile(hostsFile)).get(host.toLowerCase()) ?? loopbackOf(host);
    if (known) return known;
    const resolver = new Resolver({ timeout: Math.ceil(timeoutMs / (2 * triesPerServer)), tries: triesPerServer });
    if (servers) resolver.setServers(servers);
    const late = new AbortController();
    const timer = setTimeout(() => {
      late.abort(new Error('the look-up took too long'));
      resolver.cancel();
    }, timeoutMs);
    try {
      return await perProject.run(projectId, late.signal, () => askNameServers(resolver, host));
    } finally {
      clearTimeout(timer);
    }
  };
}

/** The addresses of the names in a hosts file, by name in lower case; none when the file cannot be read. */
async function readHostsFile(path = '/etc/hosts'): Promise<ReadonlyMap<string, readonly Address[]>> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const hosts = new Map<string, Address[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = isIP(address);
    if (family !== 4 && family !== 6) continue;
    for (const name of names) hosts.set(name.toLowerCase(), [...(hosts.get(name.toLowerCase()) ?? []), { address, family }]);
  }
  return hosts;
}

/** The answers of both kinds; one that does not come must not hide the other. */
async function askNameServers(resolver: Resolver, host: string): Promise<readonly Address[]> {
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = (answer: PromiseSettledResult<string[]>, family: 4 | 6): Address[] =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
  return [...found(v4, 4), ...found(v6, 6)];
}

/** RFC 6761: `localhost` and what lies under it never leave the machine. */
function loopbackOf(host: string): readonly Address[] | null {
  if (!/(^|\.)localhost$/i.test(host)) return null;
  return [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ];
}

/** The look-up of this process: one, so that a project's look-ups are counted together. */
export const lookUpHost: Resolve = createHostLookup();
