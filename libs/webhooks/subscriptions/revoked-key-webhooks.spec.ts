import { Streams } from '@pps/event-store';
import { openInMemoryEventStore, recordedFact, someone } from '@pps/event-store/testing';
import { newId } from '@pps/kernel';
import { webhookSamples } from '../testing';
import { disableWebhooksOfRevokedKeys } from './revoked-key-webhooks.process';
import type { WebhookCreated } from './webhook.events';
import { webhookStream } from './webhook.stream';

const { data } = webhookSamples[0] as WebhookCreated;

test('what a revoked key made is disabled, once, though whoever revoked it crashed on the way', async () => {
  const store = openInMemoryEventStore();
  const streams = new Streams(store);
  const [keyId, made, disabled] = [newId(), newId(), newId()];
  for (const webhookId of [made, disabled])
    await streams.decide(webhookStream, webhookId, someone, () => [{ type: 'WebhookCreated', data: { ...data, webhookId } } as const]);
  const { occurredAt: at } = someone;
  await streams.decide(webhookStream, disabled, someone, () => [{ type: 'WebhookDisabled', data: { reason: 'requested', at } } as const]);
  const webhooksMadeBy = (id: string) => Promise.resolve(id === keyId ? [made, disabled] : []);
  const process = disableWebhooksOfRevokedKeys({ streams, webhooksMadeBy, clock: () => new Date(at) });
  const facts = [keyId, newId()].map((id) =>
    recordedFact({ stream: `apikey-${id}`, type: 'ApiKeyRevoked', data: { keyId: id, revokedAt: at } }),
  );
  for (let round = 0; round < 2; round++) await process.react(facts, null);
  const states = await Promise.all([made, disabled].map((id) => streams.load(webhookStream, id)));
  expect(states.map(({ state, revision }) => [state.kind === 'active' && state.disabledReason, Number(revision)])).toEqual([
    ['key_revoked', 1],
    ['requested', 1],
  ]);
  await store.close();
});

test('what a narrowed key made is sent nothing of the accounts that it lost, and what is narrower stays', async () => {
  const store = openInMemoryEventStore();
  const streams = new Streams(store);
  const [keyId, every, some, none] = [newId(), newId(), newId(), newId()];
  const [kept, lost] = [newId(), newId()];
  const lists = { [every]: undefined, [some]: [kept, lost], [none]: [lost] };
  for (const [webhookId, accountIds] of Object.entries(lists)) {
    await streams.decide(webhookStream, webhookId, someone, () => [
      { type: 'WebhookCreated', data: { ...data, webhookId, ...(accountIds && { accountIds }) } } as const,
    ]);
  }
  const { occurredAt: at } = someone;
  const webhooksMadeBy = (id: string) => Promise.resolve(id === keyId ? [every, some, none] : []);
  const process = disableWebhooksOfRevokedKeys({ streams, webhooksMadeBy, clock: () => new Date(at) });
  const changes = [{ accountIds: [kept] }, { accountIds: null }, { name: 'renamed' }];
  const facts = changes.map((changed) =>
    recordedFact({ stream: `apikey-${keyId}`, type: 'ApiKeyUpdated', data: { keyId, ...changed, updatedAt: at } }),
  );
  for (let round = 0; round < 2; round++) await process.react(facts, null);
  const states = await Promise.all([every, some, none].map((id) => streams.load(webhookStream, id)));
  expect(states.map(({ state, revision }) => [state.kind === 'active' && state.accountIds, Number(revision)])).toEqual([
    [[kept], 1],
    [[kept], 1],
    [[], 1],
  ]);
  await store.close();
});

test('what somebody has enabled again, or given other accounts, since the key was revoked or narrowed stays', async () => {
  const store = openInMemoryEventStore();
  const streams = new Streams(store);
  const [keyId, webhookId, since] = [newId(), newId(), '2026-12-01T10:00:01.000Z'];
  const [changedAt, both] = ['2026-12-01T10:00:00.000Z', [newId(), newId()]];
  await streams.decide(webhookStream, webhookId, someone, () => [
    { type: 'WebhookCreated', data: { ...data, webhookId } } as const,
    { type: 'WebhookDisabled', data: { reason: 'key_revoked', at: changedAt } } as const,
    { type: 'WebhookEnabled', data: { at: since } } as const,
    { type: 'WebhookUpdated', data: { accountIds: both, updatedAt: since } } as const,
  ]);
  const process = disableWebhooksOfRevokedKeys({ streams, webhooksMadeBy: async () => [webhookId], clock: () => new Date(since) });
  const changes = { ApiKeyRevoked: { revokedAt: changedAt }, ApiKeyUpdated: { accountIds: both.slice(0, 1), updatedAt: changedAt } };
  for (const [type, changed] of Object.entries(changes))
    await process.react([recordedFact({ stream: `apikey-${keyId}`, type, data: { keyId, ...changed } })], null);
  const { state } = await streams.load(webhookStream, webhookId);
  expect(state).toMatchObject({ disabledReason: null, accountIds: both });
  await store.close();
});
