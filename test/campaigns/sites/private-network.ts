import { findDebianProgram, findNatsBinary } from '@pps/embedded';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readlinkSync } from 'node:fs';

const mark = 'CAMPAIGN_OUTER_NETWORK';
const ownNetwork = (): string => readlinkSync('/proc/self/ns/net');

/** Whether this process was started by `runInPrivateNetwork`, and is in another network than who did. */
export const isInPrivateNetwork = (): boolean => ![undefined, ownNetwork()].includes(process.env[mark]);

const debianPrograms = [
  { name: 'ip', package: 'iproute2', purpose: 'wires between sites' },
  { name: 'nft', package: 'nftables', purpose: 'wires that can be cut' },
  { name: 'haproxy', package: 'haproxy', purpose: 'a proxy before the sites' },
  { name: 'pgbouncer', package: 'pgbouncer', purpose: 'a pooler in each site' },
];

/** Installs on Debian what sites need. Throws one line that says how to get it, or that there can be none here. */
export async function requireSites(log: (line: string) => void): Promise<void> {
  const instead = '`npm run campaign cluster` does without.';
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new Error(`Sites are network namespaces: they need root on Linux. ${instead}`);
  for (const each of debianPrograms)
    await findDebianProgram({ ...each, howToGetIt: `${each.name} was not found (Debian: apt-get install ${each.package})`, log });
  await findNatsBinary({ log });
  if ((await runProgram(privately(['true']), 'ignore')) !== 0)
    throw new Error(`Namespaces of networks and processes are not allowed here (unshare). ${instead}`);
}

/**
 * Runs this process's command once more with these arguments behind its own, in a network that has nothing but itself, and gives whether that succeeded.
 * Whatever it starts ends with it, and it ends with this process.
 */
export async function runInPrivateNetwork(further: readonly string[]): Promise<boolean> {
  const command = [process.execPath, ...process.execArgv, ...process.argv.slice(1), ...further];
  return (await runProgram(privately(command), 'inherit')) === 0;
}

/** The command in a network and a namespace of processes of its own. Its first process is a shell, which takes the ends of processes that nobody waits for. */
export const privately = (command: readonly string[]): readonly [string, ...string[]] => [
  'setpriv',
  ...['--pdeathsig=KILL', '--', 'unshare', '--net', '--pid', '--fork', '--kill-child', '--mount-proc', '--'],
  ...['/bin/sh', '-c', '"$0" "$@"; exit $?', ...command],
];

async function runProgram([command = '', ...args]: readonly string[], stdio: 'ignore' | 'inherit'): Promise<number | null> {
  const child = spawn(command, args, { stdio, env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin`, [mark]: ownNetwork() } });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}
