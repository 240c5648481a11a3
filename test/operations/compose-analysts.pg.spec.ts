import { findDebianProgram, startPostgres } from '@pps/embedded';
import { migrateAt } from '@pps/read-store';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { Client } from 'pg';
import { installInTurn } from '../setup/install-in-turn';
import { allMigrations } from '../../apps/foundation/all-migrations';

/** Installed by apt on Debian as root where it is absent, as on a small image of CI. */
const findPsql = () =>
  findDebianProgram({
    name: 'psql',
    package: 'postgresql-client',
    howToGetIt:
      'psql was not found, with which Compose makes the owner of its database: install it (Debian: apt-get install postgresql-client).',
    purpose: 'the client with which Compose makes the owner of its database',
    log: (line) => process.stderr.write(`${line}\n`),
    run: installInTurn,
  });

it('the script of Compose makes an owner who can make every table, and logins of analysts who can read and do no more', async () => {
  const psql = await findPsql();
  const folder = mkdtempSync(join(tmpdir(), 'compose-analysts-'));
  chmodSync(folder, 0o711);
  const server = await startPostgres({ dataDir: join(folder, 'postgres') });
  try {
    const { hostname: PGHOST, port: PGPORT, password: PGPASSWORD } = new URL(server.url);
    const env = {
      PATH: [process.env.PATH, dirname(psql)].join(delimiter),
      PGHOST,
      PGPORT,
      PGPASSWORD,
      PINS_PASSWORD: "p'1",
      GRAFANA_PASSWORD: 'g1',
    };
    const made = spawnSync('sh', ['deploy/compose/database-owner.sh'], { env, encoding: 'utf8', timeout: 120_000 });
    expect([made.status, made.stderr]).toEqual([0, '']);
    const urlOf = (username: string, password: string) =>
      Object.assign(new URL(server.url), { username, password, pathname: '/pins' }).href;
    await migrateAt(urlOf('pins', "p'1"), allMigrations);
    const grafana = new Client({ connectionString: urlOf('grafana', 'g1') });
    await grafana.connect();
    try {
      const { rows } = await grafana.query('show default_transaction_read_only');
      expect(rows).toEqual([{ default_transaction_read_only: 'on' }]);
      const may = await grafana.query(
        `select has_schema_privilege('analytics', 'usage') as look, has_schema_privilege('analytics', 'create') as make, has_schema_privilege('vault', 'usage') as open`,
      );
      expect(may.rows).toEqual([{ look: true, make: false, open: false }]);
    } finally {
      await grafana.end();
    }
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
