import type { Rejected } from '@pps/kernel';
import { rateLimitsMigrations, SharedBuckets } from '@pps/rate-limits';
import { migrate, openDatabase, type Database } from '@pps/read-store';
import { freshDatabase } from '../../../test/setup/fresh-database';
import { PlatformReads, ReconcilingReads } from './platform-reads';

let db: Database;
beforeAll(async () => {
  db = openDatabase(await freshDatabase(), 5);
  await migrate(db, rateLimitsMigrations);
});
afterAll(() => db.destroy());
beforeEach(() => db.raw('truncate rate_limits.bucket'));

const reads = (account: number, all: { readonly capacity: number; readonly refillPerSecond: number }) =>
  new PlatformReads(new SharedBuckets(db), {
    PLATFORM_READS_ACCOUNT: { capacity: account, refillPerSecond: 0.01 },
    PLATFORM_READS_GLOBAL: all,
  });
const plenty = { capacity: 1_000, refillPerSecond: 1_000 };
const account = (accountId: string, organizationId = 'one') => ({ accountId, organizationId });

it('an account is read as often as its bucket has tokens, over all processes, and then refused with the time of the next read', async () => {
  const [here, there] = [reads(5, plenty), reads(5, plenty)];
  const begun = performance.now();
  const taken = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => (n % 2 ? here : there).take(account('a'))));
  expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  const refused = (await here.take(account('a')).catch((error: unknown) => error)) as Rejected;
  const passed = (performance.now() - begun) / 1_000;
  expect(refused).toMatchObject({ code: 'platform_rate_limited', context: { retry_after_seconds: expect.any(Number) } });
  const seconds = refused.context['retry_after_seconds'] as number;
  expect([seconds <= 100, seconds >= 100 - Math.ceil(passed)]).toEqual([true, true]);
  await here.take(account('b'));
});

it('of the reads of all, a flood of one organization leaves another its share', async () => {
  const shared = reads(1_000, { capacity: 1, refillPerSecond: 20 });
  let answered = 0;
  const flood = Promise.allSettled(Array.from({ length: 20 }, (_, n) => shared.take(account(`a${n}`)).then(() => answered++)));
  await shared.take(account('b', 'two'));
  expect(answered).toBeLessThanOrEqual(3);
  await flood;
});

it('a project that has read large boards waits until that is paid off, over all processes; others do not', async () => {
  const settings = { PLATFORM_READS_ACCOUNT: { capacity: 5, refillPerSecond: 1 }, PLATFORM_READS_GLOBAL: plenty };
  const [here, there] = [new ReconcilingReads(new SharedBuckets(db), settings), new ReconcilingReads(new SharedBuckets(db), settings)];
  expect(await here.take('a')).toBe(0);
  const begun = performance.now();
  await here.owe('a', 100);
  const [wait, other] = [await there.take('a'), await there.take('b')];
  const passed = (performance.now() - begun) / 1_000;
  expect(other).toBe(0);
  expect([wait <= 105, wait >= 95 - passed]).toEqual([true, true]);
  await here.owe('a', 1_000_000);
  expect(await there.take('a')).toBeLessThanOrEqual(401);
});

it('reads for outcomes count among the reads of all, and leave users the next token, however many calls one made', async () => {
  const all = { capacity: 5, refillPerSecond: 0.5 };
  const settings = { PLATFORM_READS_ACCOUNT: { capacity: 5, refillPerSecond: 1 }, PLATFORM_READS_GLOBAL: all };
  const reconciling = new ReconcilingReads(new SharedBuckets(db), settings);
  const users = reads(1_000, all);
  for (let n = 0; n < 3; n++) await reconciling.take('a');
  for (let n = 0; n < 2; n++) await users.take(account('b'));
  await reconciling.owe('a', 400);
  // The bucket is empty, and owes nothing: its next token comes after 2 s.
  await users.take(account('b'));
  expect(await reconciling.take('c')).toBe(0);
});

it('a bucket that a clock left far in the future opens again', async () => {
  const shared = reads(2, plenty);
  await shared.take(account('a'));
  await db.raw(`update rate_limits.bucket set full_at = '9999-01-01'`);
  await shared.take(account('a'));
});
