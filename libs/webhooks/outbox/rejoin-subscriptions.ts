import { factsOf, streamName, type EventStore } from '@pps/event-store';
import type { Transaction } from '@pps/read-store';
import { webhookStream } from '../subscriptions/webhook.stream';
import { applyFact, subscriptionTable, subscriptionTypes, type WebhookSubscription } from './webhook-subscriptions.store';

const facts = factsOf(webhookStream, ...subscriptionTypes);
const factsInPage = 500;

/**
 * Makes every subscription that has seen more than `agreedUpTo` what its webhook was there, by the log, and removes those of webhooks that came later: the
 * outbox, which goes back as far, meets the rest again. Nobody may run on them.
 */
export async function rejoinSubscriptions(tx: Transaction, store: Pick<EventStore, 'read'>, agreedUpTo: bigint): Promise<void> {
  const beyond: string[] = await tx('webhooks.subscription').where('position', '>', agreedUpTo.toString()).pluck('webhook_id');
  for (const webhookId of beyond) {
    const known = await subscriptionAt(store, webhookId, agreedUpTo);
    await tx('webhooks.subscription').where({ webhook_id: webhookId }).delete();
    if (known) await subscriptionTable(tx).save([known]);
  }
}

async function subscriptionAt(
  store: Pick<EventStore, 'read'>,
  webhookId: string,
  position: bigint,
): Promise<WebhookSubscription | undefined> {
  let known: WebhookSubscription | undefined;
  for (let from = 0; ; from += factsInPage) {
    const page = await store.read(streamName(webhookStream, webhookId), from, factsInPage);
    for (const recorded of page) {
      if (recorded.position > position) return known;
      const fact = facts.read(recorded);
      if (fact) known = applyFact(fact, known) ?? known;
    }
    if (page.length < factsInPage) return known;
  }
}
