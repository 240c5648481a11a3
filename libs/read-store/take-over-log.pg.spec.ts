import { freshDatabase } from '../../test/setup/fresh-database';
import {
  checkpoints,
  checkpointsAreOf,
  migrate,
  openDatabase,
  positionsToTakeOver,
  readStoreMigrations,
  setUpProjection,
  takeOverLog,
  type Database,
} from '.';
import { notes } from './testing';

const { projection } = notes('noted', 'Noted');
const ids = { logId: 'log', copyId: 'copy' };
/** In the copy everything stands ten places before. */
const moved = (position: bigint) => (position < 10n ? -1n : position - 10n);
const headAt = (head: bigint) => ({ head: async () => head });
let db: Database;

beforeEach(async () => {
  db = openDatabase(await freshDatabase(), 2);
  await migrate(db, readStoreMigrations);
  await setUpProjection(db, projection, 'log');
  await db('read_store.checkpoint').update({ position: '30' });
  await db('read_store.checkpoint').insert([
    { kind: 'process', name: 'far', version: 1, store_id: 'log', position: '30', state: '{"n": 1}' },
    { kind: 'process', name: 'new', version: 1, store_id: 'log', position: '-1' },
  ]);
  const skipped = {
    projection: 'noted',
    version: 1,
    fact_id: 'f',
    fact_type: 'Noted',
    stream: 's',
    error: 'e',
    reason: 'r',
    skipped_by: 'b',
  };
  await db('read_store.skipped_fact').insert([10, 20, 30].map((position) => ({ ...skipped, position })));
});
afterEach(() => db.destroy());

const takeOver = () => db.transaction((tx) => takeOverLog(tx, [projection], { ...ids, upTo: moved, counterpart: moved }));

it('lets processes go on in the copy where they were, passes over the same facts, and builds read models anew', async () => {
  expect([...(await positionsToTakeOver(db))].sort()).toEqual([-1n, 10n, 20n, 30n, 30n].sort());
  expect(await checkpointsAreOf(db, ids, headAt(30n))).toBe('log');
  await takeOver();
  const processes = (await checkpoints.all(db, 'process')).sort((a, b) => a.name.localeCompare(b.name));
  expect(processes).toMatchObject([
    { name: 'far', storeId: 'copy', position: 20n, state: { n: 1 } },
    { name: 'new', storeId: 'copy', position: -1n },
  ]);
  expect(await db('read_store.skipped_fact').orderBy('position').pluck('position')).toEqual(['0', '10', '20']);
  expect(await checkpoints.all(db, 'projection')).toEqual([]);
  expect(await checkpointsAreOf(db, ids, headAt(20n))).toBe('copy');
  expect(await setUpProjection(db, projection, 'copy')).toMatchObject({ serving: true, position: -1n, storeId: 'copy' });
});

it('takes over nothing twice, and nothing of another log or ahead of this one', async () => {
  await expect(checkpointsAreOf(db, ids, headAt(29n))).rejects.toThrow('ahead of');
  await takeOver();
  await expect(takeOver()).rejects.toThrow('made on another event store (copy)');
  expect(await db('read_store.skipped_fact').orderBy('position').pluck('position')).toEqual(['0', '10', '20']);
  await db('read_store.checkpoint').where({ name: 'far' }).update({ store_id: 'other' });
  await expect(checkpointsAreOf(db, ids, headAt(99n))).rejects.toThrow('made on another event store');
});
