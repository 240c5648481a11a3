import { openDatabase, physicalTable, type Database } from '@pps/read-store';
import { projections } from '@projections/index';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { freshDatabase } from '../../test/setup/fresh-database';
import { analyticsPage, analyticsPageFile } from './analytics-page';
import { dictionary, type DictionaryView } from './dictionary';
import { drawPlots } from './plots';

/** Schemas, tables and columns without a comment; the views of `service` are those of tables that have one. */
async function undescribed(on: Pick<Database, 'raw'>): Promise<string[]> {
  const { rows } = await on.raw<{ rows: { name: string }[] }>(`
    with schema as (select oid, nspname as name from pg_namespace where nspname not like 'pg_%' and nspname not in ('information_schema', 'public'))
    select name from schema where obj_description(oid, 'pg_namespace') is null
    union all
    select schema.name || '.' || relname from pg_class class join schema on schema.oid = relnamespace
    where relkind in ('r', 'p', 'm') and obj_description(class.oid, 'pg_class') is null
    union all
    select schema.name || '.' || relname || '.' || attname
    from pg_class class join schema on schema.oid = relnamespace join pg_attribute on attrelid = class.oid
    where relkind in ('r', 'p', 'm') and attnum > 0 and not attisdropped and col_description(class.oid, attnum) is null
    order by 1`);
  return rows.map(({ name }) => name);
}

let databaseUrl: string;
let db: Database;
let views: readonly DictionaryView[];

beforeAll(async () => {
  databaseUrl = await freshDatabase();
  db = openDatabase(databaseUrl, 2);
  views = await dictionary(db);
});
afterAll(() => db.destroy());

test('every table of every projection has a view for analysts, and nothing else has but the status', () => {
  const tables = projections.flatMap((projection) => projection.tables);
  expect(views.map(({ name }) => name)).toEqual([...tables, 'projection_status'].sort());
});

test('every view and every column says what it means', () => {
  const silent = views.flatMap(({ name, meaning, columns }) => [
    ...(meaning ? [] : [name]),
    ...columns.filter((column) => !column.meaning).map((column) => `${name}.${column.name}`),
  ]);
  expect(silent).toEqual([]);
  expect(views.every(({ columns }) => columns.length > 0)).toBe(true);
});

describe('every schema, table and column that the service makes says what it is for', () => {
  it('so that \\d+ tells it', async () => expect(await undescribed(db)).toEqual([]));

  it('and one that does not is found', async () => {
    const planted = db.transaction(async (tx) => {
      await tx.raw(`create schema planted; create table leases.planted (x int); comment on table leases.planted is 'Planted.';
        create table leases.silent (y int); comment on column leases.silent.y is 'A column.'`);
      throw new Error((await undescribed(tx)).join());
    });
    await expect(planted).rejects.toThrow(/^leases\.planted\.x,leases\.silent,planted$/);
  });
});

test(`${analyticsPageFile} is up to date: npm run docs analytics`, () => {
  expect(readFileSync(analyticsPageFile, 'utf8')).toBe(analyticsPage(views));
});

test('the plots are what the worked queries answer: npm run docs analytics', async () => {
  for (const [file, text] of Object.entries(await drawPlots(db))) expect(readFileSync(file, 'utf8')).toBe(text);
});

describe('an analyst', () => {
  const login = `analyst_${randomBytes(6).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  let client: Client;

  const connected = async (): Promise<Client> => {
    const made = new Client({ connectionString: Object.assign(new URL(databaseUrl), { username: login, password }).href });
    await made.connect();
    return made;
  };

  beforeAll(async () => {
    await db.raw(`create role ${login} login password '${password}' in role analyst;
      alter role ${login} set default_transaction_read_only = on`);
    client = await connected();
  });

  afterAll(async () => {
    await client.end();
    await db.raw(`drop role ${login}`);
  });

  it('reads every view', async () => {
    for (const { name } of views) await expect(client.query(`select * from analytics.${name}`)).resolves.toBeDefined();
    const { rows } = await client.query('select projection, state from analytics.projection_status order by projection');
    expect(rows).toContainEqual({ projection: 'pins', state: 'serving' });
  });

  it('sees nothing else and changes nothing', async () => {
    const [projection] = projections;
    const table = projection ? physicalTable(projection, projection.tables[0] ?? '') : '';
    for (const statement of [`select * from ${table}`, 'select * from vault.entry', 'select * from read.pins']) {
      await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
    }
    await client.query('set default_transaction_read_only = off');
    await expect(client.query('delete from analytics.pins')).rejects.toMatchObject({ code: '42501' });
  });

  it('is stopped after the time allowed', async () => {
    await db.raw(`alter role ${login} set statement_timeout = '1s'`);
    const hurried = await connected();
    await expect(hurried.query('select pg_sleep(30)')).rejects.toMatchObject({ code: '57014' });
    await hurried.end();
  });
});
