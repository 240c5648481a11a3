import { mapLimited } from '@pps/concurrency';
import { factsOf, streamId, type EventStore, type HandledFact, type RecordedFact } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import { defineProcess, type Process } from '@pps/read-store';
import { subscribesTo } from '../subscriptions/event-names';
import { createEventSources, sourceFacts, type SourcedEvent } from './event-sources';
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
const maxConcurrentReads = 32;

type EventData = Readonly<Record<string, unknown>>;

/** An event that somebody subscribes to, before its data is read. */
interface WantedEvent {
  readonly fact: HandledFact<typeof sourceFacts>;
  readonly source: SourcedEvent;
  readonly webhookIds: readonly string[];
}

/** Appends a delivery request to the outbox of every webhook that subscribes to a fact's event; those of disabled webhooks get their sequence numbers too. */
export function webhookOutboxProcess(deps: WebhookOutboxDeps): Process<null> {
  const eventOf = createEventSources(deps.store);
  const append = createOutboxWriter(deps.store, deps.clock);

  async function react(facts: readonly HandledFact<typeof handles>[]): Promise<null> {
    const subscriptions = new Map((await loadSubscriptions(facts)).map((known) => [known.webhookId, known]));
    const changed = new Set<string>();
    const wanted: WantedEvent[] = [];
    for (const fact of facts) {
      const source = sourceFacts.read(fact);
      if (source) wanted.push(...findWanted(source, [...subscriptions.values()]));
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
    const requests = requestsOf(wanted, await readData(wanted));
    await mapLimited(maxConcurrent, [...requests], ([webhookId, ordered]) => append(webhookId, ordered));
    // Saved last, so that a batch that is repeated after a crash meets the same subscriptions.
    await deps.subscriptions.save([...changed].flatMap((id) => subscriptions.get(id) ?? []));
    return null;
  }

  function findWanted(fact: HandledFact<typeof sourceFacts>, known: readonly WebhookSubscription[]): WantedEvent[] {
    const source = eventOf(fact);
    if (!source) return [];
    const subscribed = known.filter((subscription) => isSubscribed(subscription, fact) && subscribesTo(subscription.events, source.event));
    return subscribed.length > 0 ? [{ fact, source, webhookIds: subscribed.map(({ webhookId }) => webhookId) }] : [];
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

/** The data of each event. Streams are read beside each other, and each stream's facts in order, so that one read serves all of them. */
async function readData(wanted: readonly WantedEvent[]): Promise<ReadonlyMap<WantedEvent, EventData>> {
  const byStream = new Map<string, WantedEvent[]>();
  for (const event of wanted) {
    const known = byStream.get(event.fact.stream);
    if (known) known.push(event);
    else byStream.set(event.fact.stream, [event]);
  }
  const data = new Map<WantedEvent, EventData>();
  await mapLimited(maxConcurrentReads, [...byStream.values()], async (events) => {
    for (const event of events) data.set(event, await event.source.data());
  });
  return data;
}

function requestsOf(wanted: readonly WantedEvent[], data: ReadonlyMap<WantedEvent, EventData>): Map<string, DeliveryRequest[]> {
  const requests = new Map<string, DeliveryRequest[]>();
  for (const event of wanted) {
    for (const webhookId of event.webhookIds) {
      const ordered = requests.get(webhookId) ?? [];
      ordered.push({ webhookId, cause: event.fact, event: event.source.event, data: data.get(event) ?? {} });
      requests.set(webhookId, ordered);
    }
  }
  return requests;
}
