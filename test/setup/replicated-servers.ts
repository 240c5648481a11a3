import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startPostgres, type Part } from '@pps/embedded';
import { eventually } from './eventually';
import { putCluster } from './put-cluster';

/** A server and its standby, each with a folder and a port of its own, and one password. */
export interface ReplicatedServers {
  readonly primary: Part;
  readonly standby: Part;
  /** Runs one statement on a server of the two and gives its rows. */
  ask<Row extends object = object>(server: Part, statement: string): Promise<Row[]>;
  /** Resolves once the standby has all that the primary has written. */
  caughtUp(): Promise<void>;
  /** Makes the standby a primary, while the other one goes on: both take writes then. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

const replicating = {
  wal_level: 'replica',
  max_wal_senders: 4,
  hot_standby: 'on',
  wal_keep_size: '64MB',
  fsync: 'off',
  max_connections: 60,
};
type ServerSettings = Readonly<Record<string, string | number>>;
const standbyName = 'second';

/**
 * Starts a PostgreSQL and a standby of it that streams, a copy of its files, both with these settings as well; replication is asynchronous until
 * somebody names the standby `second`.
 */
export async function startReplicatedServers(further: ServerSettings = {}): Promise<ReplicatedServers> {
  const settings = { ...replicating, ...further };
  const folder = mkdtempSync(join(tmpdir(), 'replicated-'));
  chmodSync(folder, 0o711);
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  for (const each of [first, second]) mkdirSync(each, { mode: 0o711 });
  putCluster(first);
  const making = await startPostgres({ dataDir: join(first, 'postgres'), settings });
  await making.stop();
  execFileSync('cp', ['-a', join(first, 'postgres'), join(first, 'postgres-password'), second]);
  const primary = await startPostgres({ dataDir: join(first, 'postgres'), settings });
  const password = readFileSync(join(second, 'postgres-password'), 'utf8').trim();
  const conninfo = `host=127.0.0.1 port=${primary.port} user=postgres password=${password} application_name=${standbyName}`;
  appendFileSync(join(second, 'postgres', 'postgresql.auto.conf'), `\nprimary_conninfo = '${conninfo}'\n`);
  writeFileSync(join(second, 'postgres', 'standby.signal'), '');
  const standby = await startPostgres({ dataDir: join(second, 'postgres'), settings });

  const ask = async <Row extends object>(server: Part, statement: string): Promise<Row[]> => {
    const client = new Client({ connectionString: server.url, connectionTimeoutMillis: 30_000 });
    await client.connect();
    try {
      return (await client.query<Row>(statement)).rows;
    } finally {
      await client.end();
    }
  };
  return {
    primary,
    standby,
    ask,
    async caughtUp() {
      const [row] = await ask<{ lsn: string }>(primary, 'select pg_current_wal_lsn()::text as lsn');
      await eventually('the standby has all', async () => {
        const [reached] = await ask<{ is: boolean }>(standby, `select pg_last_wal_replay_lsn() >= '${row?.lsn}' as is`);
        return reached?.is ? true : undefined;
      });
    },
    promote: async () => void (await ask(standby, 'select pg_promote(true, 60)')),
    async stop() {
      await Promise.all([primary.stop(1_000), standby.stop(1_000)]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
