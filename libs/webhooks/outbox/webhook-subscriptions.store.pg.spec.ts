import { newId } from '@pps/kernel';
import { migrate, openDatabase, readStoreMigrations, type Database } from '@pps/read-store';
import { freshDatabase } from '../../../test/setup/fresh-database';
import { rowsRead } from '../../../test/setup/rows-read';
import { subscriptionTable, type WebhookSubscription } from './webhook-subscriptions.store';
import { webhooksMigrations } from '../webhooks.migrations';

let db: Database;
beforeAll(async () => {
  db = openDatabase(await freshDatabase());
  await migrate(db, [...readStoreMigrations, ...webhooksMigrations]);
});
afterAll(() => db.destroy());

const subscription = (projectId: string, changes: Partial<WebhookSubscription> = {}): WebhookSubscription => ({
  webhookId: newId(),
  projectId,
  epoch: 0,
  events: ['*'],
  accountIds: null,
  isDeleted: false,
  position: 10n,
  ...changes,
});

test('the subscription that has seen more stays, whoever saves last', async () => {
  const projectId = newId();
  const table = subscriptionTable(db);
  const first = subscription(projectId);
  const newest = { ...first, events: ['pin.failed'], isDeleted: true, position: 30n };
  await table.save([first]);
  await table.save([newest]);
  await table.save([{ ...first, events: ['pin.queued'], position: 20n }]);
  expect(await table.load([], [first.webhookId])).toEqual([newest]);
});

test('a project is given its webhooks of this epoch that are not deleted, and a webhook that is asked for in any case', async () => {
  const projectId = newId();
  const table = subscriptionTable(db);
  const present = subscription(projectId, { epoch: 1 });
  const deleted = subscription(projectId, { epoch: 1, isDeleted: true });
  await table.save([present, deleted, subscription(projectId), subscription(newId(), { epoch: 1 })]);
  expect(await table.load([{ projectId, epoch: 1 }], [])).toEqual([present]);
  expect(new Set(await table.load([{ projectId, epoch: 1 }], [deleted.webhookId]))).toEqual(new Set([present, deleted]));
});

test('10,000 deleted webhooks and those of older epochs are not read with the present ones of a project', async () => {
  const projectId = newId();
  const table = subscriptionTable(db);
  const present = subscription(projectId, { epoch: 7 });
  await table.save([present]);
  await db.raw(
    `insert into webhooks.subscription (webhook_id, project_id, epoch, events, is_deleted, position)
     select gen_random_uuid(), ?::uuid, n % 8, '["*"]', n % 8 = 7, n from generate_series(1, 10000) n`,
    [projectId],
  );
  await db.raw('analyze webhooks.subscription');
  expect(await table.load([{ projectId, epoch: 7 }], [])).toEqual([present]);
  expect((await rowsRead(db, () => table.load([{ projectId, epoch: 7 }], []))).rows).toBeLessThan(10);
});
