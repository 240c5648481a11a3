import { newId } from '@pps/kernel';
import { leasesMigrations } from '@pps/leases';
import { fencingToken, holdLease } from '@pps/leases/testing';
import { migrate, openDatabase, readStoreMigrations, type Database } from '@pps/read-store';
import { freshDatabase } from '../../../test/setup/fresh-database';
import { pinsMigrations } from '../pins.migrations';
import { unparkAccount } from './parked-accounts.store';
import { pacingDuty, RoundRobin } from './round-robin.store';
import { accountBucket, TokenBuckets } from './token-buckets.store';

const token = fencingToken(7n);
const wide = { capacity: 1_000, refillPerSecond: 0.000001 };
let db: Database;
let buckets: TokenBuckets;
let accountId: string;
beforeAll(async () => {
  db = openDatabase(await freshDatabase(), 20);
  await migrate(db, [...readStoreMigrations, ...leasesMigrations, ...pinsMigrations]);
  await holdLease(db, pacingDuty, token);
});
afterAll(() => db.destroy());
beforeEach(async () => {
  await db.raw('truncate pins.pacing_bucket, pins.publish_grant');
  buckets = newProcess();
  accountId = newId();
});

const newProcess = () => new TokenBuckets(db, { account: wide, global: wide });

/** The waits of this many pins of the account; 0: its call may go out. */
async function ask(count = 1, by = buckets): Promise<readonly number[]> {
  const pin = { projectId: newId(), accountId, fingerprint: '', cost: 1, attempt: 1, needsUpload: false, simulated: false };
  const grants = await new RoundRobin(db, token).grant(
    Array.from({ length: count }, (_, n) => ({ ...pin, pinId: newId(), boardId: String(n) })),
  );
  const claims = await Promise.all(grants.map(({ pinId, attempt }) => by.claim(pinId, attempt, accountId)));
  return claims.map((claim) => (claim.granted ? 0 : (claim.waitSeconds ?? NaN))).toSorted((a, b) => a - b);
}

const block = async (atLeast = 0, random = 0) => Math.round(await buckets.block(accountId, atLeast, random));
/** As if the account's wait had passed. */
const passWait = () =>
  db.raw(
    `update pins.pacing_bucket set parked_until = parked_until - interval '1 day', probe_until = probe_until - interval '1 day' where name = ?`,
    [accountBucket(accountId)],
  );
/** The account is blocked, its wait is over, and one call finds out whether the block is. */
async function probeOnce(): Promise<void> {
  await block();
  await passWait();
  expect(await ask()).toEqual([0]);
}

describe('a blocked account', () => {
  it('waits 10 s, after each block in a row twice as long, up to an hour', async () => {
    const waits = [await block()];
    for (let n = 0; n < 10; n++) {
      await passWait();
      expect(await ask()).toEqual([0]);
      waits.push(await block());
    }
    expect(waits).toEqual([10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600, 3_600]);
  });

  it('waits up to a tenth longer, so that not all ask at once', async () => {
    expect(await block(0, 1)).toBe(11);
  });

  it('waits at least as long as the platform asks, and a day at most', async () => {
    expect(await block(7_200)).toBe(7_200);
    await passWait();
    expect(await block(1_000_000_000)).toBe(86_400);
    await passWait();
    expect(await block(5)).toBe(40);
  });

  it('has met one block where the calls that were on their way together are all refused', async () => {
    const waits = await Promise.all(Array.from({ length: 20 }, () => buckets.block(accountId, 0, 0)));
    expect(Math.max(...waits)).toBeLessThanOrEqual(10);
    await passWait();
    expect(await block()).toBe(20);
  });

  it('lets nothing out while it waits, and then one call, whichever process asks', async () => {
    await block();
    expect((await ask(5)).filter((wait) => wait === 0)).toEqual([]);
    await passWait();
    const other = newProcess();
    const waits = (await Promise.all([ask(10), ask(10, other)])).flat();
    expect(waits.filter((wait) => wait === 0)).toHaveLength(1);
    expect(Math.max(...waits)).toBeLessThanOrEqual(5);
  });

  it('is free once that call succeeds, and its next block is a first one', async () => {
    await probeOnce();
    await buckets.settleProbe(accountId, 'over');
    expect(await ask(5)).toEqual([0, 0, 0, 0, 0]);
    expect(await block()).toBe(10);
  });

  it('lets the next call find out where that one was refused for something else', async () => {
    await probeOnce();
    await buckets.settleProbe(accountId, 'another may ask');
    expect((await ask(5)).filter((wait) => wait === 0)).toHaveLength(1);
    expect(await block()).toBe(20);
  });

  it('lets another call find out when nothing is known of that one for a minute', async () => {
    await probeOnce();
    await passWait();
    expect((await ask(5)).filter((wait) => wait === 0)).toHaveLength(1);
  });

  it('is found out by whoever made that call only', async () => {
    await probeOnce();
    await newProcess().settleProbe(accountId, 'over');
    expect((await ask())[0]).toBeGreaterThan(0);
  });

  it('waits on where the platform named a longer wait meanwhile', async () => {
    await probeOnce();
    await buckets.park(accountId, new Date(Date.now() + 3_600_000));
    await buckets.settleProbe(accountId, 'over');
    expect((await ask())[0]).toBeGreaterThan(3_500);
  });

  it('is free whenever the call succeeds, at whichever microsecond it was let through', async () => {
    for (let n = 0; n < 200; n++) {
      accountId = newId();
      await probeOnce();
      await buckets.settleProbe(accountId, 'over');
    }
    const held = await db('pins.pacing_bucket')
      .where('blocked_times', '>', 0)
      .whereRaw(`probe_until > clock_timestamp()`)
      .whereLike('name', 'account:%');
    expect(held.map(({ name }) => name)).toEqual([]);
  });

  it('that an operator lets go on is as if never blocked', async () => {
    await block();
    await passWait();
    await block();
    expect(await unparkAccount(db, accountId)).toBe(true);
    expect(await ask(5)).toEqual([0, 0, 0, 0, 0]);
    expect(await block()).toBe(10);
  });
});
