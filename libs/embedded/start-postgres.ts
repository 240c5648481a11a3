import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startChild, type Child, type ChildOptions, type LineLog } from './child';
import { endProcess } from './end-process';
import { findFreePort } from './find-free-port';
import { type Part, waitUntil } from './part';
import { openPostgresCluster } from './postgres-cluster';
import { postgresBinaries } from './postgres-binaries';
import type { PostgresUserStrategy } from './postgres-user';
import { commandLineOf } from './process-identity';

export interface PostgresOptions extends Pick<ChildOptions, 'networkNamespace'> {
  /** The cluster's own folder; the password file and links lie in the folder above. */
  readonly dataDir: string;
  /** 0 or absent: any free one. */
  readonly port?: number;
  readonly log?: LineLog;
  /** Ways to run as somebody else than root, in the order tried; only for tests. */
  readonly strategies?: readonly PostgresUserStrategy[];
  /** Where PostgreSQL's programs are; absent: where npm put them. */
  readonly native?: string;
  /** For the server's environment, which holds only what it needs otherwise. */
  readonly env?: NodeJS.ProcessEnv;
  /**
   * Whether the URL names a Unix socket in `dataDir` too, as its parameter `host`, which clients then take: it spares them and the server the work
   * of TCP. Without effect where a socket's path would be too long, this process may not enter the folder, or the system has no such sockets.
   */
  readonly socket?: boolean;
  /** In place of or beside those that it is started with, as for a server that has standbys. */
  readonly settings?: Readonly<Record<string, string | number>>;
}

/**
 * Starts PostgreSQL on 127.0.0.1 and resolves when it accepts connections (at most 60 s, a crash recovery included).
 * A server that an earlier run left on the same folder is stopped first. Throws one clear line when it cannot run.
 */
export async function startPostgres(options: PostgresOptions): Promise<Part> {
  const { log = () => undefined, strategies, native, env = {}, socket = false, settings = {}, networkNamespace } = options;
  const dataDir = resolve(options.dataDir);
  mkdirSync(dirname(dataDir), { recursive: true });
  await stopLeftover(dataDir);
  const binaries = postgresBinaries(join(dirname(dataDir), 'postgres-lib'), native);
  const socketFolder = socket && canHoldSocket(dataDir) ? dataDir : undefined;
  const { user, password } = await openPostgresCluster(binaries, dataDir, log, strategies);
  // A port may be lost to another process, and backends of a killed server need a moment to notice: hence more than one try.
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port || (await findFreePort());
    const { command, args, ...who } = user.as(binaries.postgres, ['-D', dataDir, ...settingsOf(port, socketFolder, settings)]);
    const server = await launch(
      {
        ...{ command, args, env: { ...binaries.env, ...returnsMemory, ...env }, stopSignal: 'SIGINT' },
        ...{ stdout: log, stderr: log, networkNamespace, ...who },
      },
      dataDir,
    ).catch((error: unknown) => {
      if (attempt === 4) throw error;
    });
    const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
    const isReachable = server && socketFolder && (await canConnect(socketIn(socketFolder, port)));
    if (server) return { ...server, port, url: isReachable ? `${url}?host=${encodeURIComponent(socketFolder)}` : url };
    await delay(500);
  }
}

// What the shortest of the usual systems takes for an address, its last byte included (macOS; Linux takes 108).
const longestSocketPath = 103;

const socketIn = (folder: string, port: number): string => join(folder, `.s.PGSQL.${port}`);

const canHoldSocket = (folder: string): boolean =>
  process.platform !== 'win32' && Buffer.byteLength(socketIn(folder, 65_535)) <= longestSocketPath;

/** False where this process may not enter the server's folder, as a user of its own without any capability. */
async function canConnect(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(5_000) });
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

async function launch(options: ChildOptions, dataDir: string): Promise<Child> {
  let fatal = '';
  const stderr = (line: string) => {
    fatal = /FATAL: +(.*)/.exec(line)?.[1] ?? fatal;
    options.stderr(line);
  };
  const server = startChild({ ...options, stderr });
  const stop = async (graceMs = 10_000) => {
    const immediate = setTimeout(() => server.kill('SIGQUIT'), graceMs);
    await server.stop(graceMs + 5_000);
    clearTimeout(immediate);
  };
  try {
    await waitUntil('PostgreSQL', 60_000, server, () => statusIn(dataDir, server.pid) === 'ready');
  } catch (error) {
    await stop();
    throw fatal ? new Error(`PostgreSQL cannot run in ${dataDir}: ${fatal}`) : error;
  }
  return { ...server, stop };
}

// A connection plans many statements: in glibc's heap the plans it keeps would lie between holes that it never gives back. Others ignore these names.
const returnsMemory = { MALLOC_MMAP_THRESHOLD_: '32768', MALLOC_TRIM_THRESHOLD_: '65536', MALLOC_TOP_PAD_: '0' };

function settingsOf(port: number, socketFolder = '', given: PostgresOptions['settings'] = {}): string[] {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: 200,
    // What does not fit is read from the file system's cache, which gives memory back.
    shared_buffers: '48MB',
    max_wal_size: '512MB',
    // By time each page that changes again is written whole again; what a crash has to repeat is bounded by the size.
    checkpoint_timeout: '15min',
    wal_level: 'minimal',
    max_wal_senders: 0,
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    log_destination: 'stderr',
    // No errors of statements: their values may be somebody's data.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...given,
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

// postmaster.pid: pid, data folder, start time, port, socket folder, address, shared memory, status.
function linesOfPidFile(dataDir: string): string[] {
  try {
    return readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return [];
  }
}

function statusIn(dataDir: string, pid: number): string | undefined {
  const lines = linesOfPidFile(dataDir);
  return Number(lines[0]) === pid ? lines[7]?.trim() : undefined;
}

async function stopLeftover(dataDir: string): Promise<void> {
  const pid = Number(linesOfPidFile(dataDir)[0]);
  if (!Number.isSafeInteger(pid) || pid <= 1) return;
  const isOurs = commandLineOf(pid)?.includes(` -D ${dataDir} `);
  if (isOurs) return endProcess(pid, 'SIGINT', 10_000);
  // PostgreSQL takes whatever has the number for a server: a zombie nobody has reaped yet, a stranger. So it does with the lock of its socket.
  // Backends that still live it finds by their shared memory, without these files too.
  for (const file of ['postmaster.pid', ...readdirSync(dataDir).filter((name) => name.startsWith('.s.PGSQL.'))]) {
    rmSync(join(dataDir, file), { force: true });
  }
}
