import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { startChild, type LineLog } from './child';
import type { PostgresBinaries } from './postgres-binaries';
import { randomToken } from './part';
import { choosePostgresUser, type PostgresUser, type PostgresUserStrategy } from './postgres-user';

export interface PostgresCluster {
  readonly user: PostgresUser;
  readonly password: string;
}

/**
 * The database cluster in `dataDir`, made on the first start (at most 60 s) in a folder beside it and renamed when complete.
 * Its password lies in the folder above, readable by us only. Throws when it belongs to another major version.
 */
export async function openPostgresCluster(
  binaries: PostgresBinaries,
  dataDir: string,
  log: LineLog,
  strategies?: readonly PostgresUserStrategy[],
): Promise<PostgresCluster> {
  const password = passwordIn(join(dirname(dataDir), 'postgres-password'));
  if (existsSync(join(dataDir, 'PG_VERSION'))) {
    const version = readFileSync(join(dataDir, 'PG_VERSION'), 'utf8').trim();
    if (version !== binaries.majorVersion)
      throw new Error(`${dataDir} was made by PostgreSQL ${version}; this is ${binaries.majorVersion}.`);
    return { user: await choosePostgresUser(binaries, dataDir, strategies), password };
  }
  const making = `${dataDir}.new`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { recursive: true, mode: 0o700 });
  const user = await choosePostgresUser(binaries, making, strategies);
  await initdb(binaries, user, making, password, log);
  renameSync(making, dataDir);
  return { user, password };
}

function passwordIn(file: string): string {
  if (!existsSync(file)) {
    writeFileSync(`${file}.new`, randomToken(), { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
  }
  return readFileSync(file, 'utf8').trim();
}

async function initdb(binaries: PostgresBinaries, user: PostgresUser, dataDir: string, password: string, log: LineLog): Promise<void> {
  const passwordFile = `${dataDir}-password`;
  rmSync(passwordFile, { force: true });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  const { uid, gid } = lstatSync(dataDir);
  if (uid !== process.getuid?.()) chownSync(passwordFile, uid, gid);
  const settings = ['--username=postgres', '--encoding=UTF8', '--locale=C', '--auth=scram-sha-256', '--no-instructions'];
  const { command, args, ...who } = user.as(binaries.initdb, ['-D', dataDir, `--pwfile=${passwordFile}`, ...settings]);
  const lines: string[] = [];
  const retain = (line: string) => lines.push(line) > 20 && lines.shift();
  const child = startChild({ command, args, env: binaries.env, stopSignal: 'SIGKILL', stdout: log, stderr: retain, ...who });
  const timer = setTimeout(() => void child.stop(0), 60_000);
  const { code } = await child.ended;
  clearTimeout(timer);
  rmSync(passwordFile, { force: true });
  if (code !== 0) throw new Error(`PostgreSQL could not make its files in ${dataDir}: ${lines.join(' ') || `initdb ended with ${code}`}`);
  chmodSync(dataDir, 0o700);
}
