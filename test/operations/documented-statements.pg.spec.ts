import { DuckDBInstance } from '@duckdb/node-api';
import { openDatabase, type Database } from '@pps/read-store';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migratedDatabase } from '../setup/migrated-database';

let db: Database;
beforeAll(async () => void (db = openDatabase(await migratedDatabase(), 2)));
afterAll(() => db.destroy());

/** Statements that a page gives in the middle of its text. */
const statementsOf = (page: string): string[] =>
  [...readFileSync(page, 'utf8').matchAll(/`((?:select|update|delete|with) [^`]{20,})`/g)]
    .map(([, sql = '']) => sql)
    .filter((sql) => !sql.includes('…'));

const statements = statementsOf('docs/operations.md');

it('are some', () => {
  expect(statements.length).toBeGreaterThanOrEqual(2);
});

it.each(statements)('operations.md: %s', async (sql) => {
  const kept = new Error('as it was');
  await expect(
    db.transaction(async (tx) => {
      await tx.raw(sql);
      throw kept;
    }),
  ).rejects.toBe(kept);
});

it('DuckDB reads an export as audit.md has it', async () => {
  const [, sql = ''] = /```sql\n(select [^]+?from read_json[^]+?)```/.exec(readFileSync('docs/audit.md', 'utf8')) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'documented-'));
  const fact = (second: number) => ({
    type: 'PinQueued',
    recorded_at: `2026-11-28T12:00:0${second}.000Z`,
    data: { pinId: 'a' },
    leaf_index: second,
  });
  writeFileSync(join(folder, 'export.ndjson'), [fact(2), fact(1)].map((each) => JSON.stringify(each)).join('\n'));
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    await connection.run(`set timezone = 'UTC'`);
    const read = await connection.runAndReadAll(sql.replace('export.ndjson', join(folder, 'export.ndjson')));
    expect(read.getRowsJson()).toEqual([['PinQueued', '2', '2026-11-28 12:00:01+00']]);
  } finally {
    connection.closeSync();
    instance.closeSync();
    rmSync(folder, { recursive: true });
  }
});
