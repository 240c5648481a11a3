import { openDatabase, type Database } from '@pps/read-store';
import { eventually } from '../../test/setup/eventually';
import { freshDatabase } from '../../test/setup/fresh-database';
import { followDatabaseClock } from './follow-database-clock';

const trueMs = Date.now.bind(Date);
let db: Database;
let aheadMs = 0;
const ending = new AbortController();

beforeAll(async () => {
  db = openDatabase(await freshDatabase(), 2);
  jest.spyOn(Date, 'now').mockImplementation(() => trueMs() + aheadMs);
});
afterAll(async () => {
  ending.abort();
  jest.restoreAllMocks();
  await db.destroy();
});

it('is right on a machine whose clock is wrong, and is asked for again when that is set', async () => {
  await db.raw('select 1');
  aheadMs = -300_000;
  const clock = await followDatabaseClock(db, 30_000, ending.signal);
  const differs = () => Math.abs(clock.now().getTime() - trueMs());
  expect([differs() < 60_000, clock.machineTooFar()]).toEqual([true, -300]);
  aheadMs = 300_000;
  expect(differs()).toBeLessThan(60_000);
  await eventually('a look at the machine’s new clock', () => Promise.resolve(clock.machineTooFar() === 300 || undefined));
  aheadMs = 0;
  expect(differs()).toBeLessThan(60_000);
  await eventually('a machine that agrees', () => Promise.resolve((differs() < 60_000 && clock.machineTooFar() === null) || undefined));
});
