import { physicalTable, type Database } from '@pps/read-store';
import { projections } from '@projections/index';
import { Client } from 'pg';
import { readQueryPlan } from '../scripts/analytics/query-plan';
import { bound, readWorkedQueries, type WorkedQuery } from '../scripts/analytics/worked-queries';
import { generatedDatabase } from '../test/setup/analytics/generated-database.fixture';
import { withBenchParts } from './bench-parts';
import { median } from './percentile';

// How long the worked queries of the docs take at a million pins of three projects in 30 days, half of them of one project, for a member of
// workspace_analyst; beside the sums of its pins by status without any view.

const pins = Number(process.env['PINS'] ?? 1_000_000);
const generated = 10_000;
const rounds = Number(process.env['ROUNDS'] ?? 5);
const copiesAtOnce = 5;

/** What makes copies of the generated rows differ; every other column is copied. */
const copied: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  pin_times: { pin_id: id('pin_id'), position: later('position') },
  pin_attempts: { pin_id: id('pin_id'), position: later('position') },
  quota_ledger: { revision: later('revision', 100_000), position: later('position'), entry_id: id('entry_id'), pin_id: id('pin_id') },
  schedules: { schedule_id: id('schedule_id'), pin_id: id('pin_id'), position: later('position') },
  webhook_delivery: { id: id('id'), requested_position: later('requested_position'), position: later('position') },
};

function id(column: string): string {
  return `md5(${column}::text || copy)::uuid`;
}

function later(column: string, by = 10_000_000): string {
  return `${column} + copy * ${by}`;
}

export async function run(): Promise<void> {
  await withBenchParts(async ({ postgres }) => {
    const { db, log } = await generatedDatabase(postgres.url, generated);
    for (const [table, changes] of Object.entries(copied)) await copyRows(db, table, changes);
    await db.raw('analyze');
    const [project] = log.projects;
    if (!project) throw new Error('nothing was generated');
    const { projectId, organizationId, webhookId } = project;
    const named = { project: projectId, organization: organizationId, webhook: webhookId, month: '2026-10' };
    const client = await analystOf(db, postgres.url, organizationId);
    const month = { ...named, from: log.from.toISOString(), until: log.until.toISOString() };
    const days = { ...named, from: '2026-11-02T00:00:00Z', until: '2026-11-04T00:00:00Z' };
    console.log(`${pins.toLocaleString('en')} pins of three projects, median of ${rounds}, ms`);
    const rows: Record<string, object> = {};
    const bare = {
      file: 'bare',
      parameters: ['project'],
      sql: `select status, count(*) from read.pins where project_id = :'project' group by 1`,
    };
    rows['bare sums of 10,000 pins'] = { '30 days': await timeOf(db, bare, month) };
    for (const query of readWorkedQueries()) {
      const { text, values } = bound(query, days);
      const { scannedTables } = await readQueryPlan(client, text, values);
      rows[query.file] = {
        '2 days': await timeOf(client, query, days),
        '30 days': await timeOf(client, query, month),
        'read whole': scannedTables.join(' '),
      };
    }
    console.table(rows);
    await client.end();
    await db.destroy();
  });
}

async function copyRows(db: Database, name: string, changes: Readonly<Record<string, string>>): Promise<void> {
  const projection = projections.find(({ tables }) => tables.includes(name));
  if (!projection) throw new Error(`no projection has ${name}`);
  const table = physicalTable(projection, name);
  const columns = await columnsOf(db, table);
  const values = columns.map((column) => changes[column] ?? column);
  const copies = pins / generated - 1;
  await db.raw(`create unlogged table bench_generated as table ${table}`);
  // In portions: the driver waits for no statement as long as all of it takes.
  for (let first = 1; first <= copies; first += copiesAtOnce) {
    await db.raw(
      `insert into ${table} (${columns.join(', ')}) select ${values.join(', ')} from bench_generated, generate_series(?::int, ?::int) as copy`,
      [first, Math.min(first + copiesAtOnce - 1, copies)],
    );
  }
  await db.raw(`drop table bench_generated`);
  await db.raw(`vacuum analyze ${table}`);
}

async function columnsOf(db: Database, table: string): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { name: string }[] }>(
    `select attname as name from pg_attribute where attrelid = ?::regclass and attnum > 0 and not attisdropped order by attnum`,
    [table],
  );
  return rows.map(({ name }) => name);
}

async function analystOf(db: Database, url: string, organizationId: string): Promise<Client> {
  await db.raw(`create role bench_analyst login password 'bench' in role workspace_analyst`);
  await db('read_store.analyst_workspace').insert({ login: 'bench_analyst', workspace_id: organizationId });
  const client = new Client({ connectionString: Object.assign(new URL(url), { username: 'bench_analyst', password: 'bench' }).href });
  await client.connect();
  return client;
}

async function timeOf(
  on: Client | Database,
  query: Pick<WorkedQuery, 'file' | 'parameters' | 'sql'>,
  values: Readonly<Record<string, string>>,
): Promise<number> {
  const statement = bound(query, values);
  const times: number[] = [];
  for (let n = 0; n <= rounds; n++) {
    const begun = performance.now();
    await (on instanceof Client
      ? on.query(statement.text, statement.values)
      : on.raw(query.sql.replace(`:'project'`, '?'), statement.values));
    if (n > 0) times.push(performance.now() - begun);
  }
  return Number(median(times).toFixed(1));
}
