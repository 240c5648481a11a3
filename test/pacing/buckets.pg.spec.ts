import { pinsMigrations } from '@pps/pins';
import { migrate, openDatabase, readStoreMigrations, type Database } from '@pps/read-store';
import { freshDatabase } from '../setup/fresh-database';
import { bucketProperty } from './bucket-property';
import { resetBuckets, prepareForSteps } from './run-steps';

let db: Database;
beforeAll(async () => {
  db = openDatabase(await freshDatabase(), 2);
  await migrate(db, [...readStoreMigrations, ...pinsMigrations]);
  await prepareForSteps(db);
  await resetBuckets(db);
});
afterAll(() => db.destroy());

it.each([0, 1, 2])('the buckets are exact and no window ever holds too many calls, plan %s', async (seed) => {
  const { granted, differences, overIssue } = await bucketProperty(db, 10_000, seed);
  expect(differences).toEqual([]);
  expect(overIssue).toBe(0);
  expect(granted).toBeGreaterThan(500);
});
