import { newId } from '@pps/kernel';
import { migrate, openDatabase, readStoreMigrations, type Database } from '@pps/read-store';
import { eventually } from '../../../test/setup/eventually';
import { freshDatabase } from '../../../test/setup/fresh-database';
import { webhooksMigrations } from '../webhooks.migrations';
import { offerClaims, offeredBatch } from './offered-batch.fixture';
import { offers, type Offer } from './offers.store';

let db: Database;
beforeAll(async () => {
  db = openDatabase(await freshDatabase(), 3);
  await migrate(db, [...readStoreMigrations, ...webhooksMigrations]);
});
afterAll(() => db.destroy());

const findBatch = async (batchId: string): Promise<Offer[]> => (await offers.findBatches(db, [batchId])).flat();
const claim = async (offered: readonly Offer[], now: Date): Promise<ReadonlySet<string>> => {
  const [claimed] = await offers.claim(db, [{ offered }], now);
  return claimed!;
};

test('what was offered anew in another batch is not claimed by the former one', async () => {
  const { batchId, deliveries } = await offeredBatch(db, 3);
  const found = await findBatch(batchId);
  await offers.save(db, [{ batchId: newId(), projectId: newId(), deliveries: deliveries.slice(0, 1) }], new Date());
  const claimed = await claim(found, new Date());
  expect(claimed).toEqual(new Set(deliveries.slice(1).map(({ deliveryId }) => deliveryId)));
  expect(found.map(({ isFirst }) => isFirst)).toEqual([true, true, true]);
});

test('of claims of several batches each has its own, for as long as it asked, of what is free', async () => {
  const [one, other] = [await offeredBatch(db, 3), await offeredBatch(db, 2)];
  const [ofOne, ofOther] = [await findBatch(one.batchId), await findBatch(other.batchId)];
  const now = new Date();
  await claim(ofOne.slice(0, 1), now);
  const claims = [{ offered: ofOther, forMs: 1_000 }, { offered: [] }, { offered: ofOne }, { offered: ofOne }];
  const [claimedOther, none, ...claimedOne] = await offers.claim(db, claims, now);
  const ids = (offered: readonly Offer[]) => offered.map(({ deliveryId }) => deliveryId).sort();
  expect([...claimedOther!].sort()).toEqual(ids(ofOther));
  expect(none!.size).toBe(0);
  // Who asks twice has each once.
  expect(claimedOne.flatMap((each) => [...each]).sort()).toEqual(ids(ofOne.slice(1)));
  const heldMs = async (batchId: string) => (await offerClaims(db, batchId)).map((until) => until!.getTime() - now.getTime());
  expect([await heldMs(other.batchId), await heldMs(one.batchId)]).toEqual([
    [1_000, 1_000],
    [18_000, 18_000, 18_000],
  ]);
});

test.each<[string, (found: readonly Offer[], batchIds: readonly string[]) => Promise<unknown>]>([
  ['claims', (found) => offers.claim(db, [{ offered: found }], new Date())],
  ['ends', (_, batchIds) => offers.returnUnclaimed(db, batchIds, new Date())],
])('%s lock the offers of their batches in one order', async (_, run) => {
  // Enough that no order of chance is that of the ids.
  const batches = [await offeredBatch(db, 8), await offeredBatch(db, 8)];
  const batchIds = batches.map(({ batchId }) => batchId);
  const found = (await Promise.all(batchIds.map(findBatch))).flat();
  const ids = found.map(({ deliveryId }) => deliveryId).sort();
  const lock = (trx: Database, which: readonly (string | undefined)[]) =>
    trx('webhooks.offer')
      .whereIn('delivery_id', which as string[])
      .forUpdate();
  const running = await db.transaction(async (trx) => {
    await trx.raw('set local idle_in_transaction_session_timeout = 0');
    await lock(trx, ids.slice(0, 1));
    const done = run(found, batchIds);
    await eventually('a statement that waits', async () => {
      const { rows } = await db.raw<{ rows: unknown[] }>(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length > 0 || undefined;
    });
    await lock(trx, ids.slice(1)).noWait();
    return { done };
  });
  await running.done;
});

test('what nobody claimed of a batch has its first offer again next time; what had one before is due again at once, and is not the first', async () => {
  const [first, again] = [await offeredBatch(db, 2), await offeredBatch(db, 2, { isFirst: false })];
  const then = new Date(Date.now() - 20_000);
  for (const { batchId, deliveries } of [first, again]) {
    const [claimed] = await findBatch(batchId);
    await claim([claimed!], then);
    await offers.returnUnclaimed(db, [batchId], then);
    const next = newId();
    await offers.save(db, [{ batchId: next, projectId: newId(), deliveries }], new Date());
    const found = await findBatch(next);
    expect(found.map(({ isFirst }) => isFirst)).toEqual([false, batchId === first.batchId]);
  }
});

test('who gives back a claim that has expired leaves that of another worker', async () => {
  const { batchId } = await offeredBatch(db, 1);
  const found = await findBatch(batchId);
  const [then, now] = [new Date(Date.now() - 20_000), new Date()];
  await claim(found, then);
  expect((await claim(found, now)).size).toBe(1);
  await offers.release(db, found, then);
  expect((await offerClaims(db, batchId))[0]!.getTime()).toBe(now.getTime() + 18_000);
  await offers.release(db, found, now);
  expect(await offerClaims(db, batchId)).toEqual([null]);
});

test('batches with deliveries that nobody has claimed are found by who looks himself, after so long by the clock of the database', async () => {
  const [untouched, begun, done, expired] = [
    await offeredBatch(db, 2),
    await offeredBatch(db, 2),
    await offeredBatch(db, 1),
    await offeredBatch(db, 1),
  ];
  for (const { batchId } of [begun, done]) await claim((await findBatch(batchId)).slice(0, 1), new Date());
  const names = new Map([untouched, begun, done, expired].map(({ batchId }, n) => [batchId, ['untouched', 'begun', 'done', 'expired'][n]]));
  const age = (batchId: string, seconds: number) =>
    db('webhooks.offer')
      .where({ batch_id: batchId })
      .update({ offered_until: db.raw(`offered_until - ? * interval '1 second'`, [seconds]) });
  await age(expired.batchId, 91);
  const found = async (forMs: number) => (await offers.findUnclaimedBatches(db, 1_000, forMs)).flatMap((id) => names.get(id) ?? []).sort();
  expect([await found(0), await found(60_000)]).toEqual([['begun', 'untouched'], []]);
  await age(begun.batchId, 61);
  expect(await found(60_000)).toEqual(['begun']);
  expect(await offers.findUnclaimedBatches(db, 1, 0)).toHaveLength(1);
});

test('what somebody has claimed is not taken for unwritten by who comes later', async () => {
  const { batchId } = await offeredBatch(db, 2);
  await claim((await findBatch(batchId)).slice(0, 1), new Date(Date.now() - 20_000));
  expect((await findBatch(batchId)).map(({ isFirst }) => isFirst)).toEqual([false, true]);
});
