import type { Database } from '@pps/read-store';
import { parse } from 'csv-parse/sync';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generatedDatabase } from '../../test/setup/analytics/generated-database.fixture';
import type { GeneratedLog } from '../../test/setup/analytics/generated-log.fixture';
import { freshDatabase } from '../../test/setup/fresh-database';
import { exportView } from './export-view';

let db: Database;
let log: GeneratedLog;
const folder = mkdtempSync(join(tmpdir(), 'export-view-'));
const file = join(folder, 'rows');

beforeAll(async () => ({ db, log } = await generatedDatabase(await freshDatabase(), 200)), 120_000);
afterAll(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true });
});

const readRows = () => parse(readFileSync(file, 'utf8'), { columns: true }) as Record<string, string>[];

it('writes a view so that a reader of CSV finds what PostgreSQL shows', async () => {
  const rows = await exportView(db, { view: 'pin_times', file });
  const shown = (await db('analytics.pin_times').select('pin_id', 'queued_at', 'total_ms', 'is_sandbox', 'error_code')) as Record<
    string,
    unknown
  >[];
  const expected = shown.map((row) => ({
    ...row,
    queued_at: (row['queued_at'] as Date).toISOString(),
    is_sandbox: String(row['is_sandbox']),
    error_code: row['error_code'] ?? '',
  }));
  const written = readRows().map(({ pin_id, queued_at, total_ms, is_sandbox, error_code }) => ({
    pin_id,
    queued_at,
    total_ms,
    is_sandbox,
    error_code,
  }));
  expect(new Set(written.map((row) => JSON.stringify(row)))).toEqual(new Set(expected.map((row) => JSON.stringify(row))));
  expect(rows).toBe(200);
});

it('writes every view, an empty one and lists and documents too', async () => {
  const { rows } = await db.raw<{ rows: { name: string }[] }>(
    `select relname as name from pg_class where relnamespace = 'analytics'::regnamespace and relkind = 'v'`,
  );
  for (const { name } of rows) {
    const written = await exportView(db, { view: name, file });
    expect(readRows()).toHaveLength(written);
  }
  await exportView(db, { view: 'account', file });
  expect(JSON.parse(readRows()[0]?.['scopes'] ?? '')).toEqual(['pins:write']);
});

it('writes the rows of one workspace only, and quotes what CSV has to', async () => {
  const [, second] = log.projects;
  await exportView(db, { view: 'pin_times', file, workspace: second?.projectId ?? '' });
  const lines = readFileSync(file, 'utf8').trimEnd().split('\r\n');
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.slice(1).every((line) => line.includes(second?.projectId ?? '-'))).toBe(true);
  await db('read.pins').limit(1).update({ title: 'a "b",\r\nc' });
  await exportView(db, { view: 'pins', file });
  expect(readFileSync(file, 'utf8')).toContain('"a ""b"",\r\nc"');
});

it('leaves no file behind where there is no such view', async () => {
  const missing = join(folder, 'missing');
  await expect(exportView(db, { view: 'no"where', file: missing })).rejects.toThrow('there is no view analytics.no"where');
  expect([existsSync(missing), existsSync(`${missing}.part`)]).toEqual([false, false]);
});
