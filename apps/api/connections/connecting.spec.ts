import { Streams, LiveStates } from '@pps/event-store';
import { openInMemoryEventStore, someone } from '@pps/event-store/testing';
import { apiKeyStream, userStream, type ApiKeyFact } from '@pps/identity/events';
import { apiKeySamples, userSamples } from '@pps/identity/testing';
import { newId } from '@pps/kernel';
import { projectStream } from '@pps/workspaces/events';
import { projectSamples } from '@pps/workspaces/testing';
import { LiveConsentStarters } from './connecting';

const store = openInMemoryEventStore();
const streams = new Streams(store);
const live = new LiveStates(store, streams);
beforeAll(() => live.start());
afterAll(async () => {
  live.stop();
  await store.close();
});

const [mine, other] = [newId(), newId()];

/** Whether a consent goes on that reconnects an account (null: connects any), once the key that began it was changed. */
async function goesOn(
  changed: Partial<Extract<ApiKeyFact, { type: 'ApiKeyUpdated' }>['data']>,
  accountId: string | null,
): Promise<boolean> {
  const [keyId, userId, projectId] = [newId(), newId(), newId()];
  const [registered, created, made] = [userSamples[0], projectSamples[0], apiKeySamples[0]];
  if (registered?.type !== 'UserRegistered' || created?.type !== 'ProjectCreated' || made?.type !== 'ApiKeyCreated')
    throw new Error('samples');
  await streams.decide(userStream, userId, someone, () => [{ ...registered, data: { ...registered.data, userId } }]);
  await streams.decide(projectStream, projectId, someone, () => [{ ...created, data: { ...created.data, projectId } }]);
  const key = { ...made.data, keyId, userId, projectId, epoch: 0, scopes: ['read', 'write'] as const, accountIds: null };
  await streams.decide(apiKeyStream, keyId, someone, () => [{ type: 'ApiKeyCreated' as const, data: key }]);
  const data = { keyId, ...changed, updatedAt: key.createdAt };
  await streams.decide(apiKeyStream, keyId, someone, () => [{ type: 'ApiKeyUpdated' as const, data }]);
  const starters = new LiveConsentStarters(live, () => new Date(key.createdAt));
  return starters.isLive({ userId, accountId }, { kind: 'api_key', id: keyId });
}

it.each([
  ['is renamed', { name: 'deploy' }, null, true],
  ['loses the scope write', { scopes: ['read'] }, null, false],
  ['is limited to accounts and began to connect any', { accountIds: [mine] }, null, false],
  ['is limited to other accounts', { accountIds: [other] }, mine, false],
  ['is limited to the account to reconnect', { accountIds: [mine] }, mine, true],
] as const)('a consent of a key that %s meanwhile', async (_, changed, accountId, expected) => {
  expect(await goesOn(changed, accountId)).toBe(expected);
});
