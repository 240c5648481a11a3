import { Streams } from '@pps/event-store';
import { openInMemoryEventStore, someone } from '@pps/event-store/testing';
import { newId, type Fact } from '@pps/kernel';
import { webhookSamples } from '../testing';
import { updateWebhook } from './update-webhook';
import type { WebhookCreated, WebhookFact } from './webhook.events';
import { webhookStream } from './webhook.stream';

const { data } = webhookSamples[0] as WebhookCreated;
const updatedAt = someone.occurredAt;

/** A webhook for the account `a`, to which something happens while the secret of a change is stored. */
async function changedMeanwhile(meanwhile: Fact) {
  const store = openInMemoryEventStore();
  const streams = new Streams(store);
  const webhookId = newId();
  const happen = (fact: Fact) => streams.decide(webhookStream, webhookId, someone, () => [fact as WebhookFact]);
  await happen({ type: 'WebhookCreated', data: { ...data, webhookId, accountIds: ['a'] } });
  const entries = new Set<string>();
  const vault = {
    put: async () => {
      const ref = newId();
      entries.add(ref);
      await happen(meanwhile);
      return ref;
    },
    remove: async (refs: readonly string[]) => refs.forEach((ref) => entries.delete(ref)),
  };
  const deps = { streams, vault, configuration: { WEBHOOK_TARGETS: 'any' as const } };
  const owner = { projectId: data.projectId, epoch: data.epoch, accountIds: ['a'] };
  const change = updateWebhook(deps, webhookId, { secret: 'a new secret of the user' }, owner, someone);
  return { change, entries, close: () => store.close() };
}

test.each<[string, Fact, object]>([
  ['deleted', { type: 'WebhookDeleted', data: { at: updatedAt } }, { message: 'Webhook not found' }],
  ['given other accounts', { type: 'WebhookUpdated', data: { accountIds: ['a', 'b'], updatedAt } }, { code: 'account_not_permitted' }],
])('the secret of a change leaves the vault again where the webhook was %s meanwhile', async (_, meanwhile, error) => {
  const { change, entries, close } = await changedMeanwhile(meanwhile);
  await expect(change).rejects.toMatchObject(error);
  expect([...entries]).toEqual([]);
  await close();
});
