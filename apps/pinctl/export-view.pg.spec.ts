import { DuckDBInstance } from '@duckdb/node-api';
import type { Database } from '@pps/read-store';
import { parse } from 'csv-parse/sync';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generatedDatabase } from '../../test/setup/analytics/generated-database.fixture';
import type { GeneratedLog } from '../../test/setup/analytics/generated-log.fixture';
import { freshDatabase } from '../../test/setup/fresh-database';
import { openCsvFile } from './view-file';
import { exportView, viewFormats } from './export-view';

let db: Database;
let log: GeneratedLog;
const folder = mkdtempSync(join(tmpdir(), 'export-view-'));
const file = join(folder, 'rows');

beforeAll(async () => ({ db, log } = await generatedDatabase(await freshDatabase(), 200)));
afterAll(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true });
});

const readRows = () => parse(readFileSync(file, 'utf8'), { columns: true }) as Record<string, string>[];

/** What DuckDB reads in files. */
async function duck(sql: string): Promise<Record<string, unknown>[]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(sql)).getRowObjectsJson();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

it.each(viewFormats)('writes a view as %s in which DuckDB reads what PostgreSQL shows', async (format) => {
  const sums = `count(*)::varchar as rows, sum(total_ms)::varchar as total_ms, max(position)::varchar as position,
    count(published_at)::varchar as published, count(error_code)::varchar as errors, min(phase) as phase`;
  const rows = await exportView(db, { view: 'pin_times', file, format });
  const shown = await db.raw<{ rows: object[] }>(`select ${sums} from analytics.pin_times`);
  const source = format === 'csv' ? `read_csv('${file}')` : `read_parquet('${file}')`;
  expect(await duck(`select ${sums} from ${source}`)).toEqual(shown.rows);
  expect(rows).toBe(200);
  const [instant] = await duck(`set timezone = 'Europe/Vienna'; select max(epoch_ms(queued_at))::varchar as at from ${source}`);
  const newest = await db.raw<{ rows: { at: Date }[] }>('select max(queued_at) as at from analytics.pin_times');
  expect(instant).toEqual({ at: String(newest.rows[0]?.at.getTime()) });
  const [first] = await duck(
    `select strftime(queued_at at time zone 'UTC', '%Y-%m-%dT%H:%M:%S.%g') as at, is_sandbox from ${source} order by queued_at limit 1`,
  );
  const known = await db.raw<{ rows: { at: Date }[] }>('select min(queued_at) as at from analytics.pin_times');
  expect(first).toEqual({ at: known.rows[0]?.at.toISOString().slice(0, -1), is_sandbox: false });
});

it('writes every view, an empty one and lists and documents too', async () => {
  const { rows } = await db.raw<{ rows: { name: string }[] }>(
    `select relname as name from pg_class where relnamespace = 'analytics'::regnamespace and relkind = 'v'`,
  );
  for (const { name } of rows) {
    const lines = await exportView(db, { view: name, file, format: 'csv' });
    expect(readRows()).toHaveLength(lines);
    const written = await exportView(db, { view: name, file, format: 'parquet' });
    expect(await duck(`select count(*)::int as rows from read_parquet('${file}')`)).toEqual([{ rows: written }]);
  }
  await exportView(db, { view: 'account', file, format: 'parquet' });
  expect(await duck(`select scopes ->> '$[0]' as scope from read_parquet('${file}') limit 1`)).toEqual([{ scope: 'pins:write' }]);
});

it('writes ids so that they are ids in DuckDB, also where there is none, and join with those of other files', async () => {
  const attempts = join(folder, 'attempts');
  await exportView(db, { view: 'pins', file, format: 'parquet' });
  await exportView(db, { view: 'pin_attempts', file: attempts, format: 'parquet' });
  const types = await duck(`select column_name, column_type from (describe from read_parquet('${file}'))`);
  const { rows: ids } = await db.raw<{ rows: { name: string }[] }>(
    `select column_name as name from information_schema.columns where table_schema = 'analytics' and table_name = 'pins' and data_type = 'uuid' order by 1`,
  );
  expect(ids.length).toBeGreaterThan(4);
  const typed = types.flatMap(({ column_name: name, column_type: type }) => (type === 'UUID' ? [{ name }] : []));
  expect(typed.sort((a, b) => String(a.name).localeCompare(String(b.name)))).toEqual(ids);
  const sums = 'count(*)::varchar as rows, count(asset_id)::varchar as assets, min(pin_id::varchar) as first, max(pin_id::varchar) as last';
  const inDatabase = async (sql: string) => (await db.raw<{ rows: object[] }>(sql)).rows;
  expect(await duck(`select ${sums} from read_parquet('${file}')`)).toEqual(await inDatabase(`select ${sums} from analytics.pins`));
  const joining = (left: string, right: string) => `select count(*)::varchar as rows from ${left} join ${right} using (pin_id)`;
  const found = await duck(joining(`read_parquet('${file}')`, `read_parquet('${attempts}')`));
  expect(found).toEqual(await inDatabase(joining('analytics.pins', 'analytics.pin_attempts')));
});

it('keeps texts as they are in both formats', async () => {
  const title = 'a "b",\r\nc 🧁 =1+1';
  const { pin_id: pinId } = (await db('read.pins').first('pin_id')) as { pin_id: string };
  await db('read.pins').where({ pin_id: pinId }).update({ title });
  for (const format of viewFormats) {
    await exportView(db, { view: 'pins', file, format });
    const source = format === 'csv' ? `read_csv('${file}')` : `read_parquet('${file}')`;
    expect(await duck(`select title from ${source} where pin_id = '${pinId}'`)).toEqual([{ title }]);
  }
});

it.each([
  ['=1+1', "'=1+1"],
  ['x;=1+1', "x;'=1+1"],
])('writes %s so that no spreadsheet runs it in a CSV, unless it is for machines', async (title, quoted) => {
  const { pin_id: pinId } = (await db('read.pins').first('pin_id')) as { pin_id: string };
  await db('read.pins').where({ pin_id: pinId }).update({ title });
  const written = async (options: object) => {
    await exportView(db, { view: 'pins', file, format: 'csv', ...options });
    return readRows().find(({ pin_id: id }) => id === pinId)?.['title'];
  };
  expect([await written({}), await written({ forMachines: true })]).toEqual([quoted, title]);
  await exportView(db, { view: 'pins', file, format: 'parquet' });
  expect(await duck(`select title from read_parquet('${file}') where pin_id = '${pinId}'`)).toEqual([{ title }]);
});

it('writes a list so that no spreadsheet runs what is in it, unless it is for machines', async () => {
  const path = join(folder, 'lists');
  const written = async (forMachines: boolean) => {
    const list = await openCsvFile(path, [{ name: 'terms', kind: 'JSON' }], forMachines);
    await list.write([{ terms: ['a;=1+1;b', 'c'] }]);
    await list.close();
    return (parse(readFileSync(path, 'utf8'), { columns: true }) as Record<string, string>[])[0]?.['terms'];
  };
  expect([await written(false), await written(true)]).toEqual([`["a;'=1+1;b","c"]`, '["a;=1+1;b","c"]']);
});

it('writes the rows of one workspace only', async () => {
  const [, second] = log.projects;
  await exportView(db, { view: 'pin_times', file, format: 'csv', workspace: second?.projectId ?? '' });
  const lines = readFileSync(file, 'utf8').trimEnd().split('\r\n');
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.slice(1).every((line) => line.includes(second?.projectId ?? '-'))).toBe(true);
});

it('may write a portion for longer than other transactions may stand still', async () => {
  await db.raw(`create view analytics.patience as select current_setting('idle_in_transaction_session_timeout') as idle`);
  await exportView(db, { view: 'patience', file, format: 'csv' });
  await db.raw('drop view analytics.patience');
  expect(readRows()).toEqual([{ idle: '10min' }]);
});

it.each(viewFormats)('leaves no file behind where there is no such view (%s)', async (format) => {
  const missing = join(folder, 'missing');
  await expect(exportView(db, { view: 'no"where', file: missing, format })).rejects.toThrow('there is no view analytics.no"where');
  expect([existsSync(missing), existsSync(`${missing}.part`)]).toEqual([false, false]);
});
