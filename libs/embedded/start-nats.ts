import { chmodSync, mkdirSync, writeFileSync, existsSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join, resolve } from 'node:path';
import { startChild, type ChildOptions, type LineLog } from './child';
import { findFreePort } from './find-free-port';
import { type Part, randomToken, waitUntil } from './part';
import { reclaimPidFile, removePidFile, writePidFile } from './pid-file';
import { findDebianProgram, type DebianProgramOptions, type RunCommand } from './find-debian-program';

export interface NatsOptions extends Pick<ChildOptions, 'networkNamespace'> {
  readonly storeDir: string;
  /** 0 or absent: any free one. */
  readonly port?: number;
  /** The password of its only user, `pins`; absent: a random one. A server that starts again needs the one its clients have. */
  readonly password?: string;
  /** Makes it one of several servers; all of them name the same ports. */
  readonly cluster?: NatsClusterMember;
  readonly log?: LineLog;
  /** Told before nats-server is installed, which takes up to minutes; `log` when absent. */
  readonly onInstall?: LineLog;
}

export interface NatsClusterMember {
  /** Another one for each server. */
  readonly serverName: string;
  /** Where it listens for the other servers. */
  readonly port: number;
  /** Where all of them do. */
  readonly allPorts: readonly number[];
}

/**
 * Starts nats-server with JetStream (at most 1 GB on disk, 64 MB in memory) on 127.0.0.1 and resolves when it speaks, within 60 s.
 * One that an earlier run left on the same folder is stopped first. Throws one line saying how to get it where it is missing.
 */
export async function startNats(options: NatsOptions): Promise<Part> {
  const { log = () => undefined, onInstall = log, password = randomToken(), networkNamespace } = options;
  const storeDir = resolve(options.storeDir);
  mkdirSync(storeDir, { recursive: true, mode: 0o700 });
  const pidFile = join(storeDir, 'nats-server.pid.json');
  await reclaimPidFile(pidFile, 'SIGINT', 5_000);
  const command = await findNatsBinary({ log: onInstall });
  const port = options.port || (await findFreePort());
  const configFile = join(storeDir, 'nats-server.conf');
  writeFileSync(configFile, configOf(port, storeDir, password, options.cluster), { mode: 0o600 });
  // The mode above is for a new file only.
  chmodSync(configFile, 0o600);
  const env = { PATH: process.env.PATH };
  const server = startChild({ command, args: ['-c', configFile], env, stopSignal: 'SIGINT', stdout: log, stderr: log, networkNamespace });
  writePidFile(pidFile, server.pid);
  void server.ended.then(() => removePidFile(pidFile));
  try {
    await waitUntil('nats-server', 60_000, server, () => isReachable(port));
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { ...server, port, url: `nats://${user}:${password}@127.0.0.1:${port}` };
}

const user = 'pins';

function configOf(port: number, storeDir: string, password: string, cluster?: NatsClusterMember): string {
  return [
    `listen: "127.0.0.1:${port}"`,
    `server_name: ${JSON.stringify(cluster?.serverName ?? 'embedded')}`,
    ...(cluster ? [clusterOf(cluster)] : []),
    `jetstream { store_dir: ${JSON.stringify(storeDir)}, max_memory_store: 64MB, max_file_store: 1GB }`,
    `authorization { user: ${JSON.stringify(user)}, password: ${JSON.stringify(password)} }`,
    'logtime: false',
    '',
  ].join('\n');
}

function clusterOf({ port, allPorts }: NatsClusterMember): string {
  const routes = allPorts.map((each) => `"nats://127.0.0.1:${each}"`);
  // Clients know the addresses that they were given, which may lead through something.
  return `cluster { name: "embedded", listen: "127.0.0.1:${port}", no_advertise: true, routes: [${routes.join(', ')}] }`;
}

function isReachable(port: number): Promise<boolean> {
  return new Promise((resolveAnswer) => {
    const socket = createConnection({ host: '127.0.0.1', port, timeout: 1_000 });
    const answer = (isUp: boolean) => {
      socket.destroy();
      resolveAnswer(isUp);
    };
    socket.once('data', (greeting) => answer(greeting.toString().startsWith('INFO ')));
    socket.once('error', () => answer(false));
    socket.once('timeout', () => answer(false));
  });
}

const howToGetIt =
  'nats-server was not found: install it (Debian: apt-get install nats-server; macOS: brew install nats-server) or give a server with NATS_URL.';

export type NatsBinaryOptions = Pick<DebianProgramOptions, 'log' | 'path' | 'isDebianRoot' | 'mayInstall' | 'run'>;

/** The nats-server program: from PATH or the system folders, else installed by apt on Debian as root. Throws one line that says how to get it. */
export function findNatsBinary(options: NatsBinaryOptions): Promise<string> {
  return findDebianProgram({ ...options, name: 'nats-server', howToGetIt, purpose: 'the work queue', afterInstall: stopSystemService });
}

// Debian starts a service it installs; ours is a process of our own.
async function stopSystemService(run: RunCommand): Promise<void> {
  if (existsSync('/run/systemd/system')) await run('systemctl', ['disable', '--now', 'nats-server.service']);
}
