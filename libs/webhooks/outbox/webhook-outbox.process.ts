import { factsOf, streamId, type EventStore, type HandledFact, type RecordedFact } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import { defineProcess, type Process } from '@pps/read-store';
import { subscribesTo } from '../subscriptions/event-names';
import { createEventSources, sourceFacts } from './event-sources';
import { createOutboxWriter, type DeliveryRequest } from './outbox-writer';
import { applyFact, type WebhookSubscription, type WebhookSubscriptions } from './webhook-subscriptions.store';
import { webhookStream } from '../subscriptions/webhook.stream';

export interface WebhookOutboxDeps {
  readonly store: Pick<EventStore, 'append' | 'last' | 'read'>;
  readonly subscriptions: WebhookSubscriptions;
  readonly clock: Clock;
}

const subscriptionTypes = ['WebhookCreated', 'WebhookUpdated', 'WebhookDisabled', 'WebhookEnabled', 'WebhookDeleted'] as const;
const subscriptionFacts = factsOf(webhookStream, ...subscriptionTypes);
const handles = sourceFacts.and(webhookStream, ...subscriptionTypes);
const maxConcurrent = 8;

/** Appends a delivery request to the outbox of every webhook that subscribes to a fact's event; those of disabled webhooks get their sequence numbers too. */
export function webhookOutboxProcess(deps: WebhookOutboxDeps): Process<null> {
  const eventOf = createEventSources(deps.store);
  const append = createOutboxWriter(deps.store, deps.clock);

  async function react(facts: readonly HandledFact<typeof handles>[]): Promise<null> {
    const subscriptions = new Map((await loadSubscriptions(facts)).map((known) => [known.webhookId, known]));
    const changed = new Set<string>();
    const requests = new Map<string, DeliveryRequest[]>();
    for (const fact of facts) {
      const source = sourceFacts.read(fact);
      if (source) await request(source, [...subscriptions.values()], requests);
      const change = subscriptionFacts.read(fact);
      const webhookId = change && streamId(webhookStream, change.stream);
      if (!change || webhookId === null) continue;
      const before = subscriptions.get(webhookId);
      if (before && before.position >= fact.position) continue;
      const after = applyFact(change, before);
      if (!after) continue;
      subscriptions.set(webhookId, after);
      changed.add(webhookId);
    }
    await inParallel([...requests], ([webhookId, ordered]) => append(webhookId, ordered));
    // Saved last, so that a batch that is repeated after a crash meets the same subscriptions.
    await deps.subscriptions.save([...changed].flatMap((id) => subscriptions.get(id) ?? []));
    return null;
  }

  async function request(
    fact: HandledFact<typeof sourceFacts>,
    known: readonly WebhookSubscription[],
    requests: Map<string, DeliveryRequest[]>,
  ): Promise<void> {
    const source = eventOf(fact);
    if (!source) return;
    const subscribed = known.filter((subscription) => isSubscribed(subscription, fact) && subscribesTo(subscription.events, source.event));
    if (subscribed.length === 0) return;
    const data = await source.data();
    for (const { webhookId } of subscribed) {
      const ordered = requests.get(webhookId) ?? [];
      ordered.push({ webhookId, cause: fact, event: source.event, data });
      requests.set(webhookId, ordered);
    }
  }

  function loadSubscriptions(facts: readonly RecordedFact[]): Promise<readonly WebhookSubscription[]> {
    const projectIds = new Set(facts.flatMap(({ metadata }) => metadata.projectId ?? []));
    const webhookIds = new Set(facts.flatMap(({ stream }) => streamId(webhookStream, stream) ?? []));
    return deps.subscriptions.load([...projectIds], [...webhookIds]);
  }

  return defineProcess({ name: 'webhook-outbox', startsAt: 'beginning', handles, initial: null, react });
}

// A subscription at a later position means that this fact has been handled before.
const isSubscribed = (subscription: WebhookSubscription, { metadata, position }: RecordedFact): boolean =>
  !subscription.isDeleted &&
  subscription.position < position &&
  subscription.projectId === metadata.projectId &&
  subscription.epoch === (metadata.epoch ?? 0);

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let next = 0; next < items.length; next += maxConcurrent) {
    await Promise.all(items.slice(next, next + maxConcurrent).map(work));
  }
}
