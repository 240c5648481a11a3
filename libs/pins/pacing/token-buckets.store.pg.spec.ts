import { newId } from '@pps/kernel';
import { leasesMigrations } from '@pps/leases';
import { fencingToken, holdLease } from '@pps/leases/testing';
import { migrate, openDatabase, readStoreMigrations, type Database } from '@pps/read-store';
import { eventually } from '../../../test/setup/eventually';
import { freshDatabase } from '../../../test/setup/fresh-database';
import { pinsMigrations } from '../pins.migrations';
import { boundedParkingMigration } from './pacing-tables.migrations';
import { unparkAccount } from './parked-accounts.store';
import { closeGrant, dropGrant, Grants } from './publish-grants.store';
import { pacingDuty, RoundRobin } from './round-robin.store';
import { accountBucket, globalBucket, TokenBuckets } from './token-buckets.store';

const token = fencingToken(7n);
let db: Database;
beforeAll(async () => {
  db = openDatabase(await freshDatabase(), 20);
  await migrate(db, [...readStoreMigrations, ...leasesMigrations, ...pinsMigrations]);
});
afterAll(() => db.destroy());
beforeEach(async () => {
  await db.raw('truncate pins.pacing_bucket, pins.publish_grant, pins.pacing_witness');
  await holdLease(db, pacingDuty, token);
});

const never = { capacity: 1_000, refillPerSecond: 0.000001 };

async function granted(count: number, accountId = newId(), cost = 1) {
  const ids = { projectId: newId(), accountId, fingerprint: '', cost, attempt: 1, needsUpload: false, simulated: false };
  const candidates = Array.from({ length: count }, (_, n) => ({ ...ids, pinId: newId(), boardId: String(n) }));
  return new RoundRobin(db, token).grant(candidates);
}

const claimAll = (buckets: TokenBuckets, grants: Awaited<ReturnType<typeof granted>>) =>
  Promise.all(grants.map(({ pinId, attempt, accountId }) => buckets.claim(pinId, attempt, accountId)));

describe('token buckets', () => {
  it('spends exactly what a bucket holds under parallel claims, the last of it once every call has surely started', async () => {
    const buckets = new TokenBuckets(db, { account: { capacity: 10, refillPerSecond: 0.000001 }, global: never });
    const grants = await granted(30);
    const claims = await claimAll(buckets, grants);
    expect(claims.find((claim) => !claim.granted)).toMatchObject({ waitSeconds: expect.any(Number) });
    let claimed = claims.filter((claim) => claim.granted).length;
    const again = async () => (claimed += (await claimAll(buckets, grants)).filter((claim) => claim.granted).length);
    await eventually('the tenth', async () => ((await again()) >= 10 ? true : undefined));
    expect(await again()).toBe(10);
  });

  it('gives a bucket of one call at a time no reason to wait', async () => {
    const buckets = new TokenBuckets(db, { account: { capacity: 1, refillPerSecond: 100 }, global: never });
    expect((await claimAll(buckets, await granted(1))).filter((claim) => claim.granted)).toHaveLength(1);
  });

  it('counts each token of an account once, as spent or as granted, also while its grants are claimed', async () => {
    const buckets = new TokenBuckets(db, { account: never, global: never });
    const accountId = newId();
    const left = async () => {
      const balance = (await buckets.readAccountBalances([accountId])).get(accountId);
      return balance && Math.round(balance.tokens - balance.granted);
    };
    const grants = await granted(200, accountId);
    expect(await left()).toBe(800);
    let isClaiming = true;
    const claimEach = async () => {
      for (const { pinId } of grants) expect(await buckets.claim(pinId, 1, accountId)).toEqual({ granted: true });
    };
    const readMeanwhile = async () => {
      while (isClaiming) expect(await left()).toBe(800);
    };
    await Promise.all([claimEach().finally(() => (isClaiming = false)), readMeanwhile()]);
    expect(await buckets.readAccountBalances([accountId])).toMatchObject(new Map([[accountId, { granted: 0 }]]));
  });

  it('tells of an account what its bucket, its limit and its parking allow', async () => {
    const buckets = new TokenBuckets(db, { account: { capacity: 50, refillPerSecond: 0.000001 }, global: never });
    const [unused, parked, limited] = [newId(), newId(), newId()];
    const until = new Date(Date.now() + 3_600_000);
    await buckets.park(parked, until);
    await buckets.learn(limited, { limit: 20, windowSeconds: 100_000_000 });
    const accounts = [unused, parked, limited];
    const named = await buckets.readBalances(accounts.map(accountBucket));
    const expected = new Map(accounts.map((id) => [id, { ...named.get(accountBucket(id)), granted: 0 }]));
    expect(await buckets.readAccountBalances(accounts)).toEqual(expected);
    expect([unused, parked, limited].map((id) => expected.get(id)?.capacity)).toEqual([50, 50, 20]);
    expect(expected.get(parked)?.parkedUntil).toEqual(until);
  });

  it('reads by one statement what many ask for at once, each bucket as it is', async () => {
    const buckets = new TokenBuckets(db, { account: { capacity: 10, refillPerSecond: 0.000001 }, global: never });
    const [spent, ...full] = Array.from({ length: 30 }, () => newId());
    await claimAll(buckets, await granted(2, spent));
    const statements: string[] = [];
    const note = ({ sql }: { sql: string }) => statements.push(sql);
    db.on('query', note);
    const tokensOf = async (accountId = '') => {
      const balances = await buckets.readBalances([accountBucket(accountId), globalBucket]);
      return [...balances.values()].map(({ tokens }) => Math.round(tokens));
    };
    const read = await Promise.all([spent, ...full].map(tokensOf));
    db.removeListener('query', note);
    expect(statements).toHaveLength(1);
    expect(read).toEqual([[8, 998], ...full.map(() => [10, 998])]);
  });

  it('spends of both buckets or of none', async () => {
    const buckets = new TokenBuckets(db, { account: never, global: { capacity: 3, refillPerSecond: 0.000001 } });
    const accountId = newId();
    await claimAll(buckets, await granted(5, accountId));
    const readBalances = await buckets.readBalances([accountBucket(accountId), globalBucket]);
    expect(Math.round(readBalances.get(accountBucket(accountId))?.tokens ?? 0)).toBe(998);
    expect(Math.round(readBalances.get(globalBucket)?.tokens ?? 0)).toBe(1);
  });

  it('honours a grant once', async () => {
    const buckets = new TokenBuckets(db, { account: never, global: never });
    const [grant] = await granted(1);
    if (!grant) throw new Error('nothing was granted');
    const claims = await Promise.all(Array.from({ length: 8 }, () => buckets.claim(grant.pinId, 1, grant.accountId)));
    expect(claims.filter((claim) => claim.granted)).toHaveLength(1);
  });

  it('refills by the time that passed, never beyond capacity, and never moves back', async () => {
    const buckets = new TokenBuckets(db, { account: { capacity: 50, refillPerSecond: 0.002 }, global: never });
    const bucket = accountBucket(newId());
    const setBack = (seconds: number) =>
      db.raw(`update pins.pacing_bucket set updated_at = clock_timestamp() - ? * interval '1 second'`, [seconds]);
    await db('pins.pacing_bucket').insert({ name: bucket, tokens: 0, updated_at: new Date() });
    await setBack(10_000);
    expect((await buckets.readBalances([bucket])).get(bucket)?.tokens).toBeCloseTo(20, 0);
    await setBack(10_000_000);
    expect((await buckets.readBalances([bucket])).get(bucket)?.tokens).toBe(50);
    await setBack(-300);
    expect((await buckets.readBalances([bucket])).get(bucket)?.tokens).toBe(0);
  });

  it.each([
    ['ahead', 300],
    ['back', -300],
  ])('counts on as time passes when the clock is set %s by five minutes', async (_, seconds) => {
    const buckets = new TokenBuckets(db, { account: { capacity: 10, refillPerSecond: 0.25 }, global: never });
    const accountId = newId();
    await claimAll(buckets, await granted(12, accountId));
    // All stored times are older or newer now, and so is the time that this machine was given.
    await db.raw(`update pins.pacing_clock set ahead = ahead - ? * interval '1 second'`, [seconds]);
    const claims = await claimAll(buckets, await granted(12, accountId));
    expect(claims.filter((claim) => claim.granted).length).toBeLessThan(8);
    const balance = async () => (await buckets.readBalances([accountBucket(accountId)])).get(accountBucket(accountId))?.tokens ?? 0;
    expect(await balance()).toBeLessThan(8);
    const another = new TokenBuckets(db, buckets.rates);
    await eventually('tokens refilled', async () => ((await balance()) >= 2 ? true : undefined));
    expect((await another.readBalances([accountBucket(accountId)])).get(accountBucket(accountId))?.tokens).toBeLessThan(8);
  });

  it('answers a question that was overtaken with no later time than those that overtook it, also when the clock was set ahead meanwhile', async () => {
    const pacingTime = async (uptime: number) => {
      const { rows } = await db.raw<{ rows: { at: string }[] }>(`select extract(epoch from pins.pacing_time('a machine', ?)) as at`, [
        uptime,
      ]);
      return Number(rows[0]?.at);
    };
    const before = await pacingTime(1_000);
    await db.raw(`update pins.pacing_clock set ahead = ahead - interval '5 minutes'`);
    expect(await pacingTime(999.9)).toBeLessThanOrEqual(before);
    expect((await pacingTime(1_001)) - before).toBeCloseTo(1, 1);
    await db.raw(`update pins.pacing_clock set ahead = '0'`);
  });

  it('lets nothing of a parked account out', async () => {
    const buckets = new TokenBuckets(db, { account: never, global: never });
    const grants = await granted(1);
    await buckets.park(grants[0]?.accountId ?? '', new Date(Date.now() + 60_000));
    expect(await claimAll(buckets, grants)).toEqual([{ granted: false, waitSeconds: expect.any(Number) }]);
  });
});

describe('a parked account', () => {
  it('is parked for a day at most', async () => {
    const accountId = newId();
    await new TokenBuckets(db, { account: never, global: never }).park(accountId, new Date('9999-12-31T23:59:59.999Z'));
    const { parked_until } = await db('pins.pacing_bucket')
      .where({ name: accountBucket(accountId) })
      .first();
    expect(parked_until.getTime()).toBeLessThan(Date.now() + 86_460_000);
  });

  it('parked for years by an earlier release is free within a day', async () => {
    const name = accountBucket(newId());
    await db('pins.pacing_bucket').insert({ name, tokens: 1, updated_at: new Date(), parked_until: '2126-01-01T00:00:00.000Z' });
    await db.transaction((tx) => boundedParkingMigration.up(tx));
    const { parked_until } = await db('pins.pacing_bucket').where({ name }).first();
    expect(parked_until.getTime()).toBeLessThan(Date.now() + 86_460_000);
  });

  it('lets calls out once it is unparked', async () => {
    const buckets = new TokenBuckets(db, { account: never, global: never });
    const grants = await granted(1);
    const accountId = grants[0]?.accountId ?? '';
    await buckets.park(accountId, new Date(Date.now() + 60_000));
    expect([await unparkAccount(db, accountId), await unparkAccount(db, accountId)]).toEqual([true, false]);
    expect(await claimAll(buckets, grants)).toEqual([{ granted: true }]);
  });
});

describe('a limit that the platform announced', () => {
  const rates = { account: { capacity: 10, refillPerSecond: 0.000001 }, global: never };
  const tenAtOnce = async (buckets: TokenBuckets, accountId: string) =>
    (await claimAll(buckets, await granted(10, accountId))).filter((claim) => claim.granted).length;

  it('holds the account to less than its own rate, for every process, until the platform allows more', async () => {
    const [accountId, other] = [newId(), newId()];
    const buckets = new TokenBuckets(db, rates);
    const limit = { limit: 4, windowSeconds: 86_400 };
    expect([buckets.binds(limit), buckets.binds({ limit: 10, windowSeconds: 60 }), buckets.knows(accountId, limit)]).toEqual([
      true,
      false,
      false,
    ]);
    await buckets.learn(accountId, limit);
    expect(buckets.knows(accountId, limit)).toBe(true);
    const elsewhere = new TokenBuckets(db, { ...rates, account: { capacity: 10, refillPerSecond: 0.01 } });
    expect((await elsewhere.readBalances([accountBucket(accountId)])).get(accountBucket(accountId))).toMatchObject({
      tokens: 4,
      capacity: 4,
    });
    // The last token of each is for later: until then the calls before it may still be on their way.
    expect([await tenAtOnce(elsewhere, accountId), await tenAtOnce(buckets, other)]).toEqual([3, 9]);
    await elsewhere.learn(accountId, { limit: 600, windowSeconds: 60 });
    const balance = (await elsewhere.readBalances([accountBucket(accountId)])).get(accountBucket(accountId));
    expect(balance).toMatchObject({ capacity: 10, refillPerSecond: 0.01 });
    expect(balance?.tokens).toBeLessThan(5);
  });

  it('leaves an account alone that may do as much as its own rate', async () => {
    const accountId = newId();
    await new TokenBuckets(db, rates).learn(accountId, { limit: 100, windowSeconds: 60 });
    expect(await db('pins.pacing_bucket').where({ name: accountBucket(accountId) })).toEqual([]);
  });
});

describe('grants', () => {
  it('are given only under the lease’s present epoch', async () => {
    const grants = await granted(1);
    expect(grants).toHaveLength(1);
    await holdLease(db, pacingDuty, { ...token, epoch: 8n });
    expect(await granted(1)).toEqual([]);
  });

  it('are offered again when nobody claimed them', async () => {
    const [grant] = await granted(1);
    const grants = new Grants(db);
    expect(await grants.reofferUnclaimed(60_000)).toEqual([]);
    expect(await grants.reofferUnclaimed(-1)).toEqual([{ pinId: grant?.pinId, attempt: 1 }]);
    expect(await grants.readUnclaimed()).toMatchObject({ count: 1, cost: 1 });
  });

  it('of an attempt that ended without a claim count no longer, and cannot be claimed or given again', async () => {
    const [grant] = await granted(1);
    if (!grant) throw new Error('nothing was granted');
    const { count } = await new Grants(db).readUnclaimed();
    await closeGrant(db, grant.pinId, 1);
    expect((await new Grants(db).readUnclaimed()).count).toBe(count - 1);
    const buckets = new TokenBuckets(db, { account: never, global: never });
    expect(await claimAll(buckets, [grant])).toEqual([{ granted: false, waitSeconds: null }]);
    expect(await new RoundRobin(db, token).grant([grant])).toEqual([]);
  });

  it('that are dropped can be given again', async () => {
    const [grant] = await granted(1);
    if (!grant) throw new Error('nothing was granted');
    await dropGrant(db, grant.pinId, 1);
    expect(await new RoundRobin(db, token).grant([grant])).toEqual([grant]);
  });
});
