import { openInMemoryEventStore } from '@pps/event-store/testing';
import { newId } from '@pps/kernel';
import { migrate, openDatabase, readStoreMigrations, type Database } from '@pps/read-store';
import { freshDatabase } from '../../../test/setup/fresh-database';
import { webhooksMigrations } from '../webhooks.migrations';
import { rejoinSubscriptions } from './rejoin-subscriptions';
import { subscriptionTable, type WebhookSubscription } from './webhook-subscriptions.store';

let db: Database;
beforeAll(async () => {
  db = openDatabase(await freshDatabase());
  await migrate(db, [...readStoreMigrations, ...webhooksMigrations]);
});
afterAll(() => db.destroy());

test('a subscription is what the log has of its webhook up to there, one that came later is gone, and others stay', async () => {
  const store = openInMemoryEventStore();
  const projectId = newId();
  const [changed, later, other] = [newId(), newId(), newId()];
  const owner = { projectId, epoch: 0 };
  const metadata = { actor: { type: 'system' as const }, occurredAt: '2026-01-05T09:00:00.000Z', schemaVersion: 1, ...owner };
  const append = async (webhookId: string, type: string, data: object) => {
    const expected = (await store.last(`webhook-${webhookId}`))?.revision ?? 'no_stream';
    await store.append(`webhook-${webhookId}`, [{ id: newId(), type, data: { webhookId, ...owner, ...data }, metadata }], expected);
    return store.head();
  };
  const created = { url: 'https://example.com', secretRef: 'r', description: null };
  const made = await append(changed, 'WebhookCreated', { ...created, events: ['pin.failed'] });
  await append(changed, 'WebhookUpdated', { events: ['pin.queued'] });
  const end = await append(later, 'WebhookCreated', { ...created, events: ['*'] });
  const known = (webhookId: string, position: bigint): WebhookSubscription => ({
    webhookId,
    ...owner,
    events: ['*'],
    accountIds: null,
    isDeleted: true,
    position,
  });
  const table = subscriptionTable(db);
  await table.save([known(changed, end + 5n), known(later, end), known(other, made)]);
  await db.transaction((tx) => rejoinSubscriptions(tx, store, made));
  const found = await table.load([], [changed, later, other]);
  expect(new Map(found.map((each) => [each.webhookId, each]))).toEqual(
    new Map([
      [changed, { ...known(changed, made), events: ['pin.failed'], isDeleted: false }],
      [other, known(other, made)],
    ]),
  );
  await store.close();
});
