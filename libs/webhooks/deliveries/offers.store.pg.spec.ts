import { newId } from '@pps/kernel';
import { migrate, openDatabase, readStoreMigrations, type Database } from '@pps/read-store';
import { freshDatabase } from '../../../test/setup/fresh-database';
import { webhooksMigrations } from '../webhooks.migrations';
import { offerClaims, offeredBatch } from './offered-batch.fixture';
import { offers } from './offers.store';

let db: Database;
beforeAll(async () => {
  db = openDatabase(await freshDatabase(), 2);
  await migrate(db, [...readStoreMigrations, ...webhooksMigrations]);
});
afterAll(() => db.destroy());

test('what was offered anew in another batch is not claimed by the former one', async () => {
  const { batchId, deliveries } = await offeredBatch(db, 3);
  const found = await offers.findBatch(db, batchId);
  await offers.save(db, [{ batchId: newId(), projectId: newId(), deliveries: deliveries.slice(0, 1) }], new Date());
  const claimed = await offers.claim(db, found, new Date());
  expect(claimed).toEqual(new Set(deliveries.slice(1).map(({ deliveryId }) => deliveryId)));
  expect(found.map(({ isFirst }) => isFirst)).toEqual([true, true, true]);
});

test('what nobody claimed of a batch has its first offer again next time; what had one before is due again at once, and is not the first', async () => {
  const [first, again] = [await offeredBatch(db, 2), await offeredBatch(db, 2, { isFirst: false })];
  const then = new Date(Date.now() - 20_000);
  for (const { batchId, deliveries } of [first, again]) {
    const [claimed] = await offers.findBatch(db, batchId);
    await offers.claim(db, [claimed!], then);
    await offers.returnUnclaimed(db, batchId, then);
    const next = newId();
    await offers.save(db, [{ batchId: next, projectId: newId(), deliveries }], new Date());
    const found = await offers.findBatch(db, next);
    expect(found.map(({ isFirst }) => isFirst)).toEqual([false, batchId === first.batchId]);
  }
});

test('who gives back a claim that has expired leaves that of another worker', async () => {
  const { batchId } = await offeredBatch(db, 1);
  const found = await offers.findBatch(db, batchId);
  const [then, now] = [new Date(Date.now() - 20_000), new Date()];
  await offers.claim(db, found, then);
  expect((await offers.claim(db, found, now)).size).toBe(1);
  await offers.release(db, found, then);
  expect((await offerClaims(db, batchId))[0]!.getTime()).toBe(now.getTime() + 18_000);
  await offers.release(db, found, now);
  expect(await offerClaims(db, batchId)).toEqual([null]);
});
