import { mapLimited } from '@pps/concurrency';
import { factsOf, streamId, type EventStore, type HandledFact, type RecordedFact } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import { pinStream } from '@pps/pins/events';
import { defineProcess, type Process } from '@pps/read-store';
import { subscribesTo } from '../subscriptions/event-names';
import { concernsAccounts, eventSources, sourcedEventOf, type SourcedEvent } from './event-sources';
import { followPins } from './follow-pins';
import type { OutboxPin } from './outbox-pin';
import type { OutboxPins } from './outbox-pins.store';
import { createOutboxWriter, type DeliveryRequest } from './outbox-writer';
import { applyFact, subscriptionTypes, type WebhookSubscription, type WebhookSubscriptions } from './webhook-subscriptions.store';
import { webhookStream } from '../subscriptions/webhook.stream';

export interface WebhookOutboxDeps {
  readonly store: Pick<EventStore, 'append' | 'last' | 'read'>;
  readonly subscriptions: WebhookSubscriptions;
  readonly pins: OutboxPins;
  readonly clock: Clock;
}

const subscriptionFacts = factsOf(webhookStream, ...subscriptionTypes);
const pinFacts = factsOf(pinStream);
const handles = eventSources.and(pinStream).and(webhookStream, ...subscriptionTypes);
// The store commits what many append at once together.
const maxConcurrent = 32;
const maxConcurrentReads = 32;

type EventData = Readonly<Record<string, unknown>>;

/** An event that somebody subscribes to, before its data is read. */
interface WantedEvent {
  readonly fact: HandledFact<typeof eventSources>;
  readonly source: SourcedEvent;
  readonly webhooks: readonly Pick<WebhookSubscription, 'webhookId' | 'accountIds'>[];
}

/** Appends a delivery request to the outbox of every webhook that subscribes to a fact's event; those of disabled webhooks get their sequence numbers too. */
export function webhookOutboxProcess(deps: WebhookOutboxDeps): Process<null> {
  const append = createOutboxWriter(deps.store, deps.clock);

  async function react(facts: readonly HandledFact<typeof handles>[]): Promise<null> {
    const subscriptions = new Map((await loadSubscriptions(facts)).map((known) => [known.webhookId, known]));
    const changed = new Set<string>();
    const wanted: WantedEvent[] = [];
    for (const fact of facts) {
      const source = eventSources.read(fact);
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
    const ofPins = facts.flatMap((fact) => pinFacts.read(fact) ?? []);
    const pins = await followPins(deps, ofPins, new Set(wanted.map(({ fact }) => fact)));
    const requests = requestsOf(wanted, await readData(wanted, pins.after));
    await mapLimited(maxConcurrent, [...requests], ([webhookId, ordered]) => append(webhookId, ordered));
    // Saved last, so that a batch that is repeated after a crash meets the same pins and subscriptions.
    await deps.pins.save(pins.changed, pins.ended);
    await deps.subscriptions.save([...changed].flatMap((id) => subscriptions.get(id) ?? []));
    return null;
  }

  function findWanted(fact: HandledFact<typeof eventSources>, known: readonly WebhookSubscription[]): WantedEvent[] {
    const source = sourcedEventOf(deps.store, fact);
    if (!source) return [];
    const subscribed = known.filter((subscription) => isSubscribed(subscription, fact) && subscribesTo(subscription.events, source.event));
    return subscribed.length > 0 ? [{ fact, source, webhooks: subscribed }] : [];
  }

  function loadSubscriptions(facts: readonly RecordedFact[]): Promise<readonly WebhookSubscription[]> {
    const owners = facts.flatMap(({ metadata: { projectId, epoch = 0 } }) => (projectId === undefined ? [] : [{ projectId, epoch }]));
    const webhookIds = new Set(facts.flatMap(({ stream }) => streamId(webhookStream, stream) ?? []));
    return deps.subscriptions.load(
      [...new Map(owners.map((owner) => [`${owner.projectId} ${owner.epoch}`, owner])).values()],
      [...webhookIds],
    );
  }

  return defineProcess({ name: 'webhook-outbox', startsAt: 'beginning', handles, initial: null, react });
}

// A subscription at a later position means that this fact has been handled before. What happened to a webhook itself is told to the others.
const isSubscribed = (subscription: WebhookSubscription, { stream, metadata, position }: RecordedFact): boolean =>
  !subscription.isDeleted &&
  subscription.position < position &&
  subscription.webhookId !== streamId(webhookStream, stream) &&
  subscription.projectId === metadata.projectId &&
  subscription.epoch === (metadata.epoch ?? 0);

/** The data of each event, in their order; null where there is nothing to report. */
const readData = (wanted: readonly WantedEvent[], pins: ReadonlyMap<RecordedFact, OutboxPin>): Promise<(EventData | null)[]> =>
  mapLimited(maxConcurrentReads, wanted, ({ fact, source }) => source.data(pins.get(fact)));

function requestsOf(wanted: readonly WantedEvent[], data: readonly (EventData | null)[]): Map<string, DeliveryRequest[]> {
  const requests = new Map<string, DeliveryRequest[]>();
  wanted.forEach(({ fact, source, webhooks }, index) => {
    const known = data[index];
    if (!known) return;
    for (const { webhookId, accountIds } of webhooks) {
      if (!concernsAccounts(accountIds, fact, known)) continue;
      const ordered = requests.get(webhookId) ?? [];
      ordered.push({ webhookId, cause: fact, event: source.event, data: known });
      requests.set(webhookId, ordered);
    }
  });
  return requests;
}
