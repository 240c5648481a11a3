import { streamId, type EventStore, type RecordedFact } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import type { Process } from '@pps/read-store';
import { subscribesTo } from '../subscriptions/event-names';
import { eventSources, sourceTypes } from './event-sources';
import { outboxWriter, type Request } from './outbox-writer';
import { afterFact, type Subscription, type Subscriptions } from './webhook-subscriptions.store';
import { webhookStream } from '../subscriptions/webhook.stream';

export interface WebhookOutboxDeps {
  readonly store: Pick<EventStore, 'append' | 'last' | 'read'>;
  readonly subscriptions: Subscriptions;
  readonly clock: Clock;
}

const webhookTypes = ['WebhookCreated', 'WebhookUpdated', 'WebhookDisabled', 'WebhookEnabled', 'WebhookDeleted'];
const appendsAtOnce = 8;

/** Turns facts into requests of delivery, one stream per webhook; disabled webhooks count on. */
export function webhookOutboxProcess(deps: WebhookOutboxDeps): Process<null> {
  const sourced = eventSources(deps.store);
  const append = outboxWriter(deps.store, deps.clock);

  async function react(facts: readonly RecordedFact[]): Promise<null> {
    const subscriptions = new Map((await loadFor(facts)).map((known) => [known.webhookId, known]));
    const changed = new Set<string>();
    const requests = new Map<string, Request[]>();
    for (const fact of facts) {
      await request(fact, [...subscriptions.values()], requests);
      const webhookId = webhookTypes.includes(fact.type) ? streamId(webhookStream, fact.stream) : null;
      const before = webhookId === null ? undefined : subscriptions.get(webhookId);
      if (webhookId === null || (before && before.position >= fact.position)) continue;
      const after = afterFact(fact, before);
      if (!after) continue;
      subscriptions.set(webhookId, after);
      changed.add(webhookId);
    }
    await inParallel([...requests], ([webhookId, ordered]) => append(webhookId, ordered));
    // Last, so that a batch given again after a crash meets the subscriptions it met before.
    await deps.subscriptions.save([...changed].flatMap((id) => subscriptions.get(id) ?? []));
    return null;
  }

  async function request(fact: RecordedFact, known: readonly Subscription[], requests: Map<string, Request[]>): Promise<void> {
    const source = sourced(fact);
    if (!source) return;
    const subscribed = known.filter((subscription) => listens(subscription, fact) && subscribesTo(subscription.events, source.event));
    if (subscribed.length === 0) return;
    const data = await source.data();
    for (const { webhookId } of subscribed) {
      const ordered = requests.get(webhookId) ?? [];
      ordered.push({ webhookId, cause: fact, event: source.event, data });
      requests.set(webhookId, ordered);
    }
  }

  function loadFor(facts: readonly RecordedFact[]): Promise<readonly Subscription[]> {
    const projectIds = new Set(facts.flatMap(({ metadata }) => metadata.projectId ?? []));
    const webhookIds = new Set(facts.flatMap(({ stream }) => streamId(webhookStream, stream) ?? []));
    return deps.subscriptions.load([...projectIds], [...webhookIds]);
  }

  return { name: 'webhook-outbox', startsAt: 'beginning', handles: [...new Set([...sourceTypes, ...webhookTypes])], initial: null, react };
}

// A subscription that has seen a later fact of its webhook was already asked about this one.
const listens = (subscription: Subscription, { metadata, position }: RecordedFact): boolean =>
  !subscription.isDeleted &&
  subscription.position < position &&
  subscription.projectId === metadata.projectId &&
  subscription.epoch === (metadata.epoch ?? 0);

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let next = 0; next < items.length; next += appendsAtOnce) {
    await Promise.all(items.slice(next, next + appendsAtOnce).map(work));
  }
}
