import { newId } from '@pps/kernel';
import { leasesMigrations } from '@pps/leases';
import { fencingToken, holdLease } from '@pps/leases/testing';
import { migrate, openDatabase, readStoreMigrations, type Database } from '@pps/read-store';
import { freshDatabase } from '../../../test/setup/fresh-database';
import { pinsMigrations } from '../pins.migrations';
import { closeGrants, findUnclaimedGrants } from './publish-grants.store';
import { pacingDuty, RoundRobin } from './round-robin.store';
import { TokenBuckets } from './token-buckets.store';

const token = fencingToken(7n);
const plenty = { capacity: 10_000, refillPerSecond: 0.000001 };
let db: Database;
let buckets: TokenBuckets;

beforeAll(async () => {
  db = openDatabase(await freshDatabase(), 20);
  await migrate(db, [...readStoreMigrations, ...leasesMigrations, ...pinsMigrations]);
  await holdLease(db, pacingDuty, token);
  buckets = new TokenBuckets(db, { account: plenty, global: plenty });
});
afterAll(() => db.destroy());

async function granted(count: number, accountId: string, projectId = newId()) {
  const ids = { projectId, accountId, fingerprint: '', cost: 1, attempt: 1, needsUpload: false, simulated: false };
  const candidates = Array.from({ length: count }, (_, n) => ({ ...ids, pinId: newId(), boardId: String(n) }));
  return (await new RoundRobin(db, token).grant(candidates)).map(({ pinId }) => pinId);
}
const claim = (pinId: string, accountId: string) => buckets.claim(pinId, 1, accountId);

it.each([
  ['an account', (accountId: string) => ({ accountId })],
  ['projects', (_: string, projectId: string) => ({ projectIds: [newId(), projectId] })],
  ['pins', (_account: string, _project: string, pinIds: readonly string[]) => ({ pinIds })],
])('closes the grants of %s that nobody has claimed, and tells of those that were, of no one else', async (_, ownerOf) => {
  const [accountId, projectId, other] = [newId(), newId(), newId()];
  const [mine, others] = [await granted(3, accountId, projectId), await granted(1, other)];
  const [first = '', second = '', third = ''] = mine;
  expect(await claim(first, accountId)).toEqual({ granted: true });
  expect(await claim(second, accountId)).toEqual({ granted: true });
  await db('pins.publish_grant')
    .where({ pin_id: second })
    .update({ claimed_at: db.raw("clock_timestamp() - interval '11 seconds'") });
  expect(await closeGrants(db, ownerOf(accountId, projectId, mine), 10_000)).toEqual([{ pinId: first, attempt: 1 }]);
  expect(await claim(third, accountId)).toEqual({ granted: false, waitSeconds: null });
  expect(await claim(others[0] ?? '', other)).toEqual({ granted: true });
});

it('closes one grant of 70,000 pins', async () => {
  const accountId = newId();
  const pinIds = await granted(1, accountId);
  await closeGrants(db, { pinIds: [...Array.from({ length: 70_000 }, () => newId()), ...pinIds] }, 10_000);
  expect(await claim(pinIds[0] ?? '', accountId)).toEqual({ granted: false, waitSeconds: null });
});

it('a grant that is claimed at the same moment is told of, or is not claimed', async () => {
  for (let round = 0; round < 20; round++) {
    const accountId = newId();
    const pinIds = await granted(10, accountId);
    const [told, ...claims] = await Promise.all([
      closeGrants(db, { accountId }, 10_000),
      ...pinIds.map(async (pinId) => ((await claim(pinId, accountId)).granted ? [pinId] : [])),
    ]);
    const known = new Set((told as { readonly pinId: string }[]).map(({ pinId }) => pinId));
    expect((claims as string[][]).flat().filter((pinId) => !known.has(pinId))).toEqual([]);
  }
});

it('finds grants that nobody has claimed for so long, as many as are wanted', async () => {
  const accountId = newId();
  const [first = '', ...others] = await granted(4, accountId);
  await claim(first, accountId);
  const own = async (forMs: number) =>
    (await findUnclaimedGrants(db, 100_000, forMs)).map(({ pinId }) => pinId).filter((pinId) => [first, ...others].includes(pinId));
  expect([...(await own(0))].sort()).toEqual([...others].sort());
  expect(await own(60_000)).toEqual([]);
  expect(await findUnclaimedGrants(db, 2, 0)).toHaveLength(2);
});
