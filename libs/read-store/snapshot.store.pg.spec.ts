import { freshDatabase } from '../../test/setup/fresh-database';
import { migrate, openDatabase, readStoreMigrations, snapshotStore, type Database } from '.';

let db: Database;

beforeAll(async () => {
  db = openDatabase(await freshDatabase(), 2);
  await migrate(db, readStoreMigrations);
});
afterAll(() => db.destroy());

const at = (revision: number, factId = `fact-${revision}`) => ({ revision, factId, state: { used: revision } });

test('the newest snapshot of a stream is stored, of one version', async () => {
  const snapshots = snapshotStore(db);
  expect(await snapshots.newest('quota-1', 1)).toBeNull();
  await snapshots.save('quota-1', 1, at(400));
  await snapshots.save('quota-1', 1, at(400));
  expect(await snapshots.newest('quota-1', 1)).toEqual(at(400));
  expect(await snapshots.newest('quota-1', 2)).toBeNull();
  await snapshots.save('quota-1', 2, at(300));
  expect(await snapshots.newest('quota-1', 1)).toBeNull();
  expect(await snapshots.newest('quota-1', 2)).toEqual(at(300));
});

test('a late writer does not bring back an older one of the same log', async () => {
  const snapshots = snapshotStore(db);
  await snapshots.save('quota-2', 1, at(400));
  await snapshots.save('quota-2', 1, at(200));
  expect(await snapshots.newest('quota-2', 1)).toMatchObject({ revision: 400 });
});
