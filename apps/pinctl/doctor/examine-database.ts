import {
  countRunning,
  describeDatabaseError,
  inspectServer,
  isTableMissing,
  probePooler,
  requireDiskSpace,
  runningWithinSeconds,
  type Database,
} from '@pps/read-store';
import type { Configuration } from '@pps/runtime/configuration/configuration';
import { examineConnections, type ConnectionsSeen } from './examine-connections';
import type { Finding } from './finding';

export interface DatabaseToExamine {
  readonly db: Database;
  readonly databaseUrl: string;
  readonly configuration: Pick<Configuration, 'CLOCK_TOLERANCE' | 'DATABASE_DIRECT_URL' | 'DATABASE_POOL_SIZE'>;
}

/** The server behind `DATABASE_URL`: whether it takes writes, what lies before it, what it confirms, its disk, its clock, its connections. Changes nothing. */
export async function examineDatabase({ db, databaseUrl, configuration }: DatabaseToExamine): Promise<Finding[]> {
  const server = await inspectServer(db).catch((error: unknown) => error);
  if (!isSeen(server)) return [fault(`cannot be used: ${describeDatabaseError(server)}`)];
  const pooler = await probePooler(databaseUrl);
  const isPooled = pooler.lends === 'transactions';
  const findings: Finding[] = [{ part: 'database', state: 'ok', line: `${await versionOf(db)} at ${server.name}, takes writes` }];
  if (isPooled && configuration.DATABASE_DIRECT_URL === undefined)
    findings.push(
      warning('DATABASE_URL leads through a pooler of transactions and DATABASE_DIRECT_URL is not set: hosts ask instead of being woken'),
    );
  if (!server.tellsTimeline)
    findings.push(warning('the server does not tell its timeline (pg_walfile_name): two primaries after a promotion would not be noticed'));
  const ahead = Math.round(server.clockAheadMs / 1_000);
  if (Math.abs(server.clockAheadMs) > configuration.CLOCK_TOLERANCE)
    findings.push(fault(`the clock of this machine is ${ahead} s ahead of the database's, beyond CLOCK_TOLERANCE`));
  const full = await requireDiskSpace(db).then(
    () => null,
    (error: unknown) => describeDatabaseError(error),
  );
  if (full !== null) findings.push(fault(`no file can be added to its disk: ${full}`));
  findings.push(...(await examineDurability(db)));
  const running = await countRunning(db, runningWithinSeconds).catch((error: unknown) => {
    if (isTableMissing(error)) return 0;
    throw error;
  });
  const seen = { ...(await readConnections(db)), running, poolSize: configuration.DATABASE_POOL_SIZE, isPooled };
  return [...findings, examineConnections(seen)];
}

const isSeen = (server: unknown): server is Awaited<ReturnType<typeof inspectServer>> => !(server instanceof Error);
const fault = (line: string): Finding => ({ part: 'database', state: 'fault', line });
const warning = (line: string): Finding => ({ part: 'database', state: 'warning', line });

async function versionOf(db: Database): Promise<string> {
  const { rows } = await db.raw<{ rows: { version: string }[] }>(`select 'PostgreSQL ' || current_setting('server_version') as version`);
  return rows[0]?.version ?? 'PostgreSQL';
}

/** Settings under which PostgreSQL loses what it has confirmed, and standbys that it waits for. */
async function examineDurability(db: Database): Promise<Finding[]> {
  const { rows } = await db.raw<{ rows: { name: string; setting: string }[] }>(
    `select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'synchronous_standby_names')`,
  );
  const settings = new Map(rows.map(({ name, setting }) => [name, setting]));
  const lossy = ['fsync', 'full_page_writes', 'synchronous_commit'].filter((name) => settings.get(name) === 'off');
  const findings = lossy.map((name) => warning(`${name} is off: it may lose what it has confirmed`));
  const names = settings.get('synchronous_standby_names') ?? '';
  if (names === '') return findings;
  const { rows: standbys } = await db.raw<{ rows: { count: number }[] }>(
    `select count(*)::int as count from pg_stat_replication where sync_state in ('sync', 'quorum')`,
  );
  // Whoever may not see others' rows is shown none of their states.
  const count = standbys[0]?.count ?? 0;
  return count > 0 ? findings : [...findings, warning(`no standby of synchronous_standby_names (${names}) is seen to confirm commits`)];
}

async function readConnections(db: Database): Promise<Pick<ConnectionsSeen, 'used' | 'limit'>> {
  const { rows } = await db.raw<{ rows: { used: number; connections: number; reserved: number }[] }>(
    `select (select sum(numbackends)::int from pg_stat_database) as used, current_setting('max_connections')::int as connections,
       current_setting('superuser_reserved_connections')::int + coalesce(current_setting('reserved_connections', true)::int, 0) as reserved`,
  );
  const [{ used, connections, reserved } = { used: 0, connections: 0, reserved: 0 }] = rows;
  return { used, limit: connections - reserved };
}
