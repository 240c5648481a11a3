import { Streams, LiveStates } from '@pps/event-store';
import { openInMemoryEventStore, someone } from '@pps/event-store/testing';
import type { Principal } from '@pps/identity';
import { apiKeyStream, userStream, type ApiKeyFact } from '@pps/identity/events';
import { madeKey, userSamples } from '@pps/identity/testing';
import { newId } from '@pps/kernel';
import { webhookStream, type ActiveWebhook } from '@pps/webhooks/events';
import { holdToMakerKeys } from './create-webhook';

const store = openInMemoryEventStore();
const streams = new Streams(store);
const live = new LiveStates(store, streams);
beforeAll(() => live.start());
afterAll(async () => {
  live.stop();
  await store.close();
});

const [kept, lost, at] = [newId(), newId(), '2026-11-20T10:00:00.000Z'];

/** A webhook for two accounts that a key of a key has made, and what is left of it once it is held to the grants of whoever asked. */
async function madeByKey(...changes: readonly ((keyId: string) => ApiKeyFact)[]) {
  const [first, second, webhookId, projectId, userId, organizationId] = [newId(), newId(), newId(), newId(), newId(), newId()];
  const key = madeKey({ projectId, organizationId, userId, scopes: ['write'] });
  const facts = changes.map((change) => change(first));
  await streams.decide(apiKeyStream, first, someone, () => [{ type: 'ApiKeyCreated', data: { ...key, keyId: first } } as const, ...facts]);
  await streams.decide(apiKeyStream, second, someone, () => [
    { type: 'ApiKeyCreated', data: { ...key, keyId: second, makerKeyIds: [first] } } as const,
  ]);
  const made = {
    webhookId,
    projectId,
    organizationId,
    epoch: 0,
    url: 'https://hooks.example/',
    secretRef: 's',
    events: ['*'],
    isEnabled: true,
  };
  const { state } = await streams.decide(webhookStream, webhookId, someone, () => [
    { type: 'WebhookCreated', data: { ...made, accountIds: [kept, lost], makerKeyIds: [first, second], createdAt: at } } as const,
  ]);
  const heldFor = async (asking: Partial<Principal>) => {
    const asks = { ...asking, userId, projectId, organizationId, asOf: await store.head() } as Principal;
    const { disabledReason, accountIds } = await holdToMakerKeys({ live, streams }, asks, state as ActiveWebhook, someone);
    return [disabledReason, accountIds];
  };
  return { heldFor, userId, first, second };
}

const revoked = (keyId: string): ApiKeyFact => ({ type: 'ApiKeyRevoked', data: { keyId, revokedAt: at } });
const narrowed = (keyId: string): ApiKeyFact => ({ type: 'ApiKeyUpdated', data: { keyId, accountIds: [kept], updatedAt: at } });

it('nothing is sent to a webhook of a key whose maker was revoked while the key asked', async () => {
  const { heldFor, second } = await madeByKey(revoked);
  expect(await heldFor({ keyId: second })).toEqual(['key_revoked', [kept, lost]]);
});

it('it is sent nothing of accounts that a maker of the key lost while the key asked', async () => {
  const { heldFor, second } = await madeByKey(narrowed);
  expect(await heldFor({ keyId: second })).toEqual([null, [kept]]);
});

it.each([
  ['a person, who may give it what no key has', {}],
  ['a key that has not made it', { keyId: newId() }],
])('it stays as it is for %s', async (_, asking) => {
  const { heldFor } = await madeByKey(narrowed, revoked);
  expect(await heldFor(asking)).toEqual([null, [kept, lost]]);
});

it('it stays as it is while its makers have what it has', async () => {
  const { heldFor, first } = await madeByKey();
  expect(await heldFor({ keyId: first })).toEqual([null, [kept, lost]]);
});

it('nothing is sent to one that a session enables while a reset ends all that the account had', async () => {
  const { heldFor, userId } = await madeByKey();
  const [registered] = userSamples;
  if (registered?.type !== 'UserRegistered') throw new Error('no sample of a registration');
  const { emailHash } = registered.data;
  const session = { sessionId: newId(), sessionGeneration: 0 };
  await streams.decide(userStream, userId, someone, () => [registered]);
  expect(await heldFor(session)).toEqual([null, [kept, lost]]);
  const reset = { passwordRef: newId(), resetAt: at, provenEmailHash: emailHash };
  await streams.decide(userStream, userId, someone, () => [{ type: 'PasswordReset', data: reset } as const]);
  expect(await heldFor(session)).toEqual(['key_revoked', [kept, lost]]);
  expect(await heldFor({ ...session, sessionGeneration: 1 })).toEqual([null, [kept, lost]]);
});
