import { migrate, openDatabase, readStoreMigrations, type Database } from '@pps/read-store';
import { freshDatabase } from '../../test/setup/fresh-database';
import { renewHolds, takeHolds } from './held-work.store';
import { holdWork } from './hold-work';
import { leasesMigrations } from './leases.migrations';

let db: Database;
beforeAll(async () => {
  db = openDatabase(await freshDatabase(), 4);
  await migrate(db, [...readStoreMigrations, ...leasesMigrations]);
});
afterAll(() => db.destroy());

const takeHold = async (work: string, by: string) => (await takeHolds(db, new Map([[by, work]]))).has(by);
const holder = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const age = (work: string, ms: number) =>
  db('leases.held_work')
    .where({ work })
    .update({ held_until: db.raw(`held_until - ? * interval '1 millisecond'`, [ms]) });

it('lets one of many do a piece of work, and others do other pieces meanwhile', async () => {
  const [here, there] = [holdWork(db), holdWork(db)];
  let goOn = (): void => undefined;
  const gate = new Promise<void>((resolve) => (goOn = resolve));
  const begun: string[] = [];
  const done = Array.from({ length: 10 }, (_, n) =>
    (n % 2 ? here : there)('mail a', async () => {
      begun.push('a');
      await gate;
    }),
  );
  // All but one are refused while it lasts.
  await Promise.race(done);
  await there('mail b', async () => void begun.push('b'));
  expect(begun.sort()).toEqual(['a', 'b']);
  goOn();
  await Promise.all(done);
  await here('mail a', async () => void begun.push('a again'));
  expect(begun).toContain('a again');
  expect(await db('leases.held_work').select('*')).toEqual([]);
});

it('ends with work that fails, and gives its error', async () => {
  const alone = holdWork(db);
  await expect(alone('mail c', () => Promise.reject(new Error('busy')))).rejects.toThrow('busy');
  const done: string[] = [];
  await alone('mail c', async () => void done.push('c'));
  expect(done).toEqual(['c']);
});

it('of a worker that is gone is taken by another after 8 s, and the former one cannot renew it any more', async () => {
  expect(await takeHold('deliver d', holder(1))).toBe(true);
  await age('deliver d', 1_000);
  expect(await takeHold('deliver d', holder(2))).toBe(false);
  await age('deliver d', 6_000);
  await renewHolds(db, new Map([[holder(1), 'deliver d']]));
  await age('deliver d', 3_000);
  expect(await takeHold('deliver d', holder(2))).toBe(false);
  await age('deliver d', 6_000);
  expect(await takeHold('deliver d', holder(2))).toBe(true);
  await age('deliver d', 7_000);
  await renewHolds(db, new Map([[holder(1), 'deliver d']]));
  await age('deliver d', 2_000);
  expect(await takeHold('deliver d', holder(3))).toBe(true);
});

it('is forgotten with its process, and not before', async () => {
  await takeHold('mail gone', holder(4));
  await takeHold('mail late', holder(5));
  await age('mail gone', 70_000);
  await age('mail late', 10_000);
  await renewHolds(db, new Map());
  expect(await db('leases.held_work').whereLike('work', 'mail %').pluck('work')).toEqual(['mail late']);
});
