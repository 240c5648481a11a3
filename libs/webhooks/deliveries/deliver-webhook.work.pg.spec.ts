import type { CommandRunner } from '@pps/event-store';
import { recordedFact, storeWith } from '@pps/event-store/testing';
import { newId } from '@pps/kernel';
import { migrate, openDatabase, readStoreMigrations, type Database } from '@pps/read-store';
import { freshDatabase } from '../../../test/setup/fresh-database';
import { outboxSamples, webhookSamples } from '../testing';
import { webhookStream } from '../subscriptions/webhook.stream';
import { webhooksMigrations } from '../webhooks.migrations';
import { deliveryStream } from './delivery.stream';
import { deliverWebhook } from './deliver-webhook.work';
import { offers } from './offers.store';

let db: Database;
beforeAll(async () => {
  db = openDatabase(await freshDatabase(), 4);
  await migrate(db, [...readStoreMigrations, ...webhooksMigrations]);
});
afterAll(() => db.destroy());

test('a delivery that cannot be made does not keep those behind it', async () => {
  const [created] = webhookSamples;
  const [requested] = outboxSamples;
  if (!created || !requested) throw new Error('there are no samples');
  const [webhookId, batchId, projectId] = [newId(), newId(), newId()];
  const [broken, sound] = [newId(), newId()];
  const due = (deliveryId: string, sequence: number) => ({ deliveryId, webhookId, projectId, sequence, attempt: 1, position: '1' });
  const now = new Date();
  await offers.save(db, [{ batchId, projectId, deliveries: [due(broken, 1), due(sound, 2)] }], now);
  const states = {
    [webhookStream.category]: webhookStream.decider.evolve(webhookStream.decider.initial, created),
    [deliveryStream.category]: deliveryStream.decider.initial,
  };
  const asked: number[] = [];
  const errors: string[] = [];
  await deliverWebhook({
    db,
    store: storeWith({
      read: async (_, from = 0) => {
        asked.push(from + 1);
        return from === 0 ? [] : [recordedFact({ ...requested, revision: from })];
      },
    }),
    runner: { load: async ({ category }: { category: string }) => ({ state: states[category], revision: 0 }) } as unknown as CommandRunner,
    live: {} as never,
    // Without its secret the second one is not sent either, which is told without an error.
    vault: { get: async () => null },
    clock: () => now,
    targets: 'any',
    random: () => 0,
    onError: (error) => errors.push(String(error)),
  })({ kind: 'deliver', id: batchId, attributes: {} });
  expect(asked).toEqual([1, 2]);
  expect(errors).toEqual([`Error: webhook ${webhookId} has no event 1`]);
});
