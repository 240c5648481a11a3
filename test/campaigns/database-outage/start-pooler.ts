import { findDebianProgram, findFreePort, startChild, waitUntil, type Child } from '@pps/embedded';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Pooler {
  /** The database by way of the pooler. */
  readonly url: string;
  /** Of PgBouncer as it runs now. */
  readonly pid: number | undefined;
  kill(): Promise<void>;
  startAgain(): Promise<void>;
  stop(): Promise<void>;
}

const startWithinMs = 30_000;

/** The PgBouncer program. Throws one line that says how to get it. */
export const findPgBouncer = (log: (line: string) => void): Promise<string> =>
  findDebianProgram({
    name: 'pgbouncer',
    howToGetIt: 'pgbouncer was not found (Debian: apt-get install pgbouncer)',
    purpose: 'a pooler before PostgreSQL',
    log,
  });

export interface PoolerPlace {
  /** Absent: any free one. */
  readonly port?: number;
  readonly networkNamespace?: string;
}

/** PgBouncer before a database, which lends its connections for the length of a transaction. */
export async function startPooler(program: string, databaseUrl: string, place: PoolerPlace = {}): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'pooler-'));
  chmodSync(folder, 0o711);
  const port = place.port ?? (await findFreePort());
  const { hostname, port: serverPort, username, password } = new URL(databaseUrl);
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${serverPort} user=${username} password=${decodeURIComponent(password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 40
max_client_conn = 500
server_login_retry = 1
ignore_startup_parameters = extra_float_digits, options, statement_timeout
${process.getuid?.() === 0 ? 'user = nobody' : ''}
`,
    { mode: 0o644 },
  );
  let running: Child | undefined;
  const quiet = () => undefined;
  const startAgain = async () => {
    const { networkNamespace } = place;
    const [args, env] = [['-q', file], { PATH: process.env.PATH }];
    running = startChild({ command: program, args, env, stopSignal: 'SIGINT', stdout: quiet, stderr: quiet, networkNamespace });
    await waitUntil('PgBouncer', startWithinMs, running, () => isListening(port));
  };
  const kill = async () => {
    running?.kill('SIGKILL');
    await running?.ended;
  };
  await startAgain();
  const url = Object.assign(new URL(databaseUrl), { port: String(port) }).href;
  return {
    url,
    get pid() {
      return running?.pid;
    },
    kill,
    startAgain,
    stop: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
