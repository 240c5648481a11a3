import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findDebianProgram } from '@pps/embedded';

const mark = 'CAMPAIGN_NETWORK';

/** Whether this process was started by `runInPrivateNetwork`. */
export const isInPrivateNetwork = (): boolean => process.env[mark] === 'private';

const programs = [
  { name: 'ip', package: 'iproute2', purpose: 'wires between sites' },
  { name: 'nft', package: 'nftables', purpose: 'wires that can be cut' },
  { name: 'haproxy', package: 'haproxy', purpose: 'a proxy before the sites' },
  { name: 'pgbouncer', package: 'pgbouncer', purpose: 'a pooler in each site' },
];

/**
 * Runs this process's command once more, in a network that has nothing but itself, and gives whether that succeeded. Installs before what is missing.
 * Throws one line where networks of one's own are not allowed.
 */
export async function runInPrivateNetwork(log: (line: string) => void): Promise<boolean> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new Error('Sites are network namespaces: they need root on Linux. `npm run campaign cluster` does without.');
  for (const each of programs)
    await findDebianProgram({ ...each, howToGetIt: `${each.name} was not found (Debian: apt-get install ${each.package})`, log });
  if ((await ends('unshare', ['--net', '--', 'true'], 'ignore')) !== 0)
    throw new Error('Network namespaces are not allowed here (unshare --net). `npm run campaign cluster` does without.');
  const [script = '', ...args] = process.argv.slice(1);
  return (await ends('unshare', ['--net', '--', process.execPath, ...process.execArgv, script, ...args], 'inherit')) === 0;
}

async function ends(command: string, args: readonly string[], stdio: 'ignore' | 'inherit'): Promise<number | null> {
  const child = spawn(command, args, { stdio, env: { ...process.env, [mark]: 'private' } });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}
