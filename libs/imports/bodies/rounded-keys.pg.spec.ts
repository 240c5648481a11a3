import { newId } from '@pps/kernel';
import { jsonb, migrate, openDatabase, readStoreMigrations, runByIndex, type Database } from '@pps/read-store';
import { freshDatabase } from '../../../test/setup/fresh-database';
import { importsMigrations } from '../imports.migrations';
import { ImportBodies, roundedKeysSql, type RoundedKey } from './import-bodies.store';

let db: Database;
let bodies: ImportBodies;
beforeAll(async () => {
  db = openDatabase(await freshDatabase(), 2);
  await migrate(db, [...readStoreMigrations, ...importsMigrations]);
  bodies = new ImportBodies(db, 1_000);
});
afterAll(() => db.destroy());

const owner = (projectId = newId(), epoch = 0) => ({ jobId: newId(), projectId, epoch });
const rounded = (key: string, changes: Partial<RoundedKey> = {}): RoundedKey => ({ contentHash: 'blue', rounded: '160', key, ...changes });

it('are found by their content, in other imports of the same project and epoch', async () => {
  const first = owner();
  await bodies.save(first, [], [rounded('161'), rounded('161'), rounded('162'), rounded('163', { contentHash: 'green' })]);
  const asked = [rounded(''), rounded('', { rounded: '170' })];
  const next = { ...owner(first.projectId) };
  expect(await bodies.findRoundedKeys(next, asked)).toEqual([rounded('161'), rounded('162')]);
  for (const other of [first, owner(), owner(first.projectId, 1)]) expect(await bodies.findRoundedKeys(other, asked)).toEqual([]);
});

it('stay as long as one import that had them, whichever goes first', async () => {
  const [first, again] = [owner(), owner()];
  const repeat = { ...again, projectId: first.projectId };
  await bodies.save(first, [], [rounded('161')]);
  await bodies.save(repeat, [], [rounded('161')]);
  const find = () => bodies.findRoundedKeys(owner(first.projectId), [rounded('')]);
  expect(await find()).toEqual([rounded('161')]);
  await bodies.remove(repeat.jobId);
  expect(await find()).toEqual([rounded('161')]);
  await bodies.save(repeat, [], [rounded('161')]);
  await bodies.remove(first.jobId);
  expect(await find()).toEqual([rounded('161')]);
  await bodies.remove(repeat.jobId);
  expect(await find()).toEqual([]);
});

it('are found by index among 20,000 of one content, a few of each', async () => {
  const file = owner();
  const many = Array.from({ length: 20_000 }, (_, index) => rounded(String(1_000_000 + index), { rounded: String(index % 4_000) }));
  await bodies.save(file, [], many);
  const next = owner(file.projectId);
  const asked = Array.from({ length: 25 }, (_, index) => ({ contentHash: 'blue', rounded: String(index) }));
  expect(await bodies.findRoundedKeys(next, asked)).toHaveLength(125);
  const rows = jsonb(asked.map(({ contentHash, rounded: one }) => ({ content_hash: contentHash, rounded: one })));
  const { rows: plan } = await runByIndex<{ rows: { 'QUERY PLAN': string }[] }>(db, `explain (analyze, costs off) ${roundedKeysSql}`, {
    ...next,
    rows,
    mostKeys: 5,
  });
  const said = plan.map((line) => line['QUERY PLAN']).join('\n');
  expect(said).toMatch(/Index (Only )?Scan using rounded_key_pkey/);
  expect(said).toMatch(/Index Cond: .*content_hash.*rounded/);
  expect(said).not.toMatch(/Seq Scan|Rows Removed by Filter: \d{2,}/);
});
