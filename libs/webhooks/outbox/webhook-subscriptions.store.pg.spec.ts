import { newId } from '@pps/kernel';
import { migrate, openDatabase, readStoreMigrations, type Database } from '@pps/read-store';
import { freshDatabase } from '../../../test/setup/fresh-database';
import { subscriptionTable, type WebhookSubscription } from './webhook-subscriptions.store';
import { webhooksMigrations } from '../webhooks.migrations';

let db: Database;
beforeAll(async () => {
  db = openDatabase(await freshDatabase());
  await migrate(db, [...readStoreMigrations, ...webhooksMigrations]);
});
afterAll(() => db.destroy());

test('the subscription that has seen more stays, whoever saves last', async () => {
  const projectId = newId();
  const table = subscriptionTable(db);
  const first: WebhookSubscription = { webhookId: newId(), projectId, epoch: 0, events: ['*'], isDeleted: false, position: 10n };
  const newest = { ...first, events: ['pin.failed'], isDeleted: true, position: 30n };
  await table.save([first]);
  await table.save([newest]);
  await table.save([{ ...first, events: ['pin.queued'], position: 20n }]);
  expect(await table.load([projectId], [])).toEqual([newest]);
});
