import { assetStream } from '@pps/assets/events';
import { assetDeleted, assetStored } from '@pps/assets/testing';
import type { StreamType } from '@pps/event-store';
import type { Principal } from '@pps/identity';
import { newId, type Fact } from '@pps/kernel';
import { pinStream } from '@pps/pins/events';
import { pinQueued } from '@pps/pins/testing';
import { webhookStream, type WebhookFact } from '@pps/webhooks/events';
import { webhookSamples } from '@pps/webhooks/testing';
import type { Change } from './change';
import { showChange } from './shown-change';

const [projectId, organizationId, accountId, keyId] = [newId(), newId(), newId(), newId()];
const owner = { kind: 'session', userId: newId(), projectId, organizationId, epoch: 0, accountIds: null } as unknown as Principal;
const narrow = { ...owner, kind: 'api_key', keyId, accountIds: [accountId] } as Principal;

const change = (type: string, changes: Partial<Change> = {}): Change => ({
  ...{ position: 9n, type, id: 'thing', isNew: false, treeId: projectId, epoch: 0, stream: `${type}-thing`, revision: 1, ...changes },
});

/** What is told where the thing has had these facts. */
function shown<State, F extends Fact>(type: StreamType<State, F>, facts: readonly F[], caller: Principal, about: Change) {
  const { initial, evolve } = type.decider;
  const state = facts.reduce((before, fact) => evolve(before, fact), initial);
  return showChange(
    { live: { get: async () => ({ state, revision: 0 }) as never }, findNamed: async () => ({ webhookId: 'w' }) },
    caller,
    about,
  );
}

it('who may see few accounts hears of the end of a webhook in their list, and of no other', async () => {
  const created = webhookSamples.find(({ type }) => type === 'WebhookCreated') as Extract<WebhookFact, { type: 'WebhookCreated' }>;
  const deleted = (accountIds: readonly string[] | null): WebhookFact[] => [
    { ...created, data: { ...created.data, ...(accountIds && { accountIds }) } },
    { type: 'WebhookDeleted', data: { at: '2026-01-05T14:00:00.000Z' } },
  ];
  const about = (accountIds: readonly string[] | null, type = 'webhook') => shown(webhookStream, deleted(accountIds), narrow, change(type));
  expect(await about([accountId])).toEqual({ type: 'webhook', id: 'thing', is_new: false });
  expect(await about([accountId], 'webhook_delivery')).toMatchObject({ webhook_id: 'w' });
  expect([await about([accountId, newId()]), await about(null)]).toEqual([null, null]);
});

it('who may see few accounts hears of the end of an own upload, and of no other', async () => {
  const about = (uploadedByKeyId: string) =>
    shown(assetStream, [assetStored({ uploadedByKeyId }), assetDeleted()], narrow, change('asset'));
  expect([await about(keyId), await about(newId())]).toEqual([{ type: 'asset', id: 'thing', is_new: false }, null]);
});

it('what the index tells of an earlier epoch is told to nobody of a later one', async () => {
  const later = { ...owner, epoch: 1 } as Principal;
  const about = (caller: Principal, epoch?: number) =>
    shown(pinStream, [pinQueued({ projectId, organizationId, accountId, epoch: 0 })], caller, change('pin', { epoch }));
  const asset = (caller: Principal) => shown(assetStream, [assetStored({ epoch: 0 })], caller, change('asset', { epoch: undefined }));
  expect([await about(later), await about(later, 0), await asset(later)]).toEqual([null, null, null]);
  expect([await about(owner), await asset(owner)]).toEqual([
    expect.objectContaining({ type: 'pin' }),
    expect.objectContaining({ type: 'asset' }),
  ]);
  // Of itself a project tells in each of them.
  expect(await shown(pinStream, [], later, change('project'))).toMatchObject({ type: 'project' });
});
