import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CommandRunner, LiveStates } from '@pps/event-store';
import { recordedFact, storeWith } from '@pps/event-store/testing';
import { newId } from '@pps/kernel';
import { migrate, openDatabase, readStoreMigrations, type Database } from '@pps/read-store';
import { projectStream } from '@pps/workspaces/events';
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
    vault: { getMany: async () => new Map() },
    clock: () => now,
    targets: 'any',
    random: () => 0,
    onError: (error) => errors.push(String(error)),
  })({ kind: 'deliver', id: batchId, attributes: {} });
  expect(asked).toEqual([1, 2]);
  expect(errors).toEqual([`Error: webhook ${webhookId} has no event 1`]);
});

test('a delivery is claimed last: a store that answers late leaves the whole claim to the call', async () => {
  const [created] = webhookSamples;
  const [requested] = outboxSamples;
  if (created?.type !== 'WebhookCreated' || !requested) throw new Error('there are no samples');
  const [webhookId, batchId, projectId, deliveryId] = [newId(), newId(), newId(), newId()];
  let now = new Date();
  const delivery = { deliveryId, webhookId, projectId, sequence: 1, attempt: 1, position: '1' };
  await offers.save(db, [{ batchId, projectId, deliveries: [delivery] }], now);
  const claims: number[] = [];
  const receiver = createServer((_, response) => {
    void db('webhooks.offer')
      .where({ delivery_id: deliveryId })
      .first()
      .then(({ claimed_until }) => claims.push(claimed_until.getTime() - now.getTime()))
      .finally(() => response.writeHead(204).end());
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const webhook = webhookStream.decider.evolve(webhookStream.decider.initial, { ...created, data: { ...created.data, url } });
  const states = {
    [webhookStream.category]: webhook,
    [deliveryStream.category]: deliveryStream.decider.initial,
    [projectStream.category]: { kind: 'created', epoch: created.data.epoch },
  };
  const answerLate = async ({ category }: { category: string }) => {
    now = new Date(now.getTime() + 15_000);
    return { state: states[category], revision: 0 };
  };
  await deliverWebhook({
    db,
    store: storeWith({ read: async () => [recordedFact({ ...requested, revision: 0 })] }),
    runner: { load: answerLate, run: async () => ({ facts: [] }) } as unknown as CommandRunner,
    live: {
      head: async () => 1n,
      get: async ({ category }: { category: string }) => ({ state: states[category] }),
    } as unknown as LiveStates,
    vault: { getMany: async <T>(refs: readonly string[]) => new Map(refs.map((ref) => [ref, 'whsec_c2VjcmV0' as T])) },
    clock: () => now,
    targets: 'any',
    random: () => 0,
    onError: (error) => {
      throw error;
    },
  })({ kind: 'deliver', id: batchId, attributes: {} });
  receiver.close();
  expect(claims).toEqual([18_000]);
});
