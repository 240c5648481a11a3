import { connectionStream } from '@pps/connections/events';
import { causedBy, decode, streamName, WrongRevision, type EventStore, type NewFact, type RecordedFact } from '@pps/event-store';
import { derivedId, type Clock } from '@pps/kernel';
import { pinStream } from '@pps/pins/events';
import { LRUCache } from 'lru-cache';
import { webhookStream } from '../subscriptions/webhook.stream';
import { outboxStream, type WebhookDeliveryRequested } from './outbox.stream';
import { pinEvents } from './pin-data';
import { scheduleEvents } from './schedule-data';

export interface DeliveryRequest {
  readonly webhookId: string;
  readonly cause: RecordedFact;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

interface OutboxEnd {
  readonly revision: number;
  readonly causePosition: bigint;
}

/** An append holds 1 MiB at most. */
const factsPerAppend = 100;
const maxCached = 20_000;
const quickRetries = 5;

/**
 * A function that appends delivery requests to a webhook's outbox; they must come in the order of their causes. Requests that the stream
 * holds already are skipped, so a repeat is silent and the sequence has no gap.
 */
export function createOutboxWriter(store: Pick<EventStore, 'append' | 'last' | 'read'>, clock: Clock) {
  const ends = new LRUCache<string, OutboxEnd>({ max: maxCached });

  return async function append(webhookId: string, requests: readonly DeliveryRequest[]): Promise<void> {
    const stream = `${outboxStream.category}-${webhookId}`;
    for (let retry = 0; ;) {
      const end = ends.get(stream) ?? (await readEnd(store, stream));
      const missing = requests.filter(({ cause }) => cause.position > end.causePosition).slice(0, factsPerAppend);
      const last = missing.at(-1);
      if (!last) return void ends.set(stream, end);
      try {
        const facts = missing.map((request) => requestFact(request, clock()));
        const { revision } = await store.append(stream, facts, end.revision === -1 ? 'no_stream' : end.revision);
        ends.set(stream, { revision, causePosition: last.cause.position });
        retry = 0;
      } catch (error) {
        ends.delete(stream);
        if (!(error instanceof WrongRevision) || retry++ === quickRetries) throw error;
      }
    }
  };
}

async function readEnd(store: Pick<EventStore, 'last' | 'read'>, stream: string): Promise<OutboxEnd> {
  const last = await store.last(stream);
  if (!last) return { revision: -1, causePosition: -1n };
  const request = decode(outboxStream, last);
  if (!request) throw new Error(`the newest request in ${stream} is of a newer release`);
  return { revision: last.revision, causePosition: await causePositionOf(store, request) };
}

function requestFact({ webhookId, cause, event, data }: DeliveryRequest, at: Date): NewFact {
  const requested: WebhookDeliveryRequested['data'] = {
    webhookId,
    deliveryId: deliveryIdOf(webhookId, cause.id, event),
    eventId: `evt_${derivedId('webhook event', webhookId, cause.id, event)}`,
    event,
    occurredAt: cause.metadata.occurredAt,
    data,
    cause: { id: cause.id, stream: cause.stream, revision: cause.revision },
    causePosition: cause.position.toString(),
  };
  return {
    id: derivedId('webhook request', webhookId, cause.id, event),
    type: 'WebhookDeliveryRequested',
    data: requested,
    metadata: { ...causedBy(cause, at), schemaVersion: 1 },
  };
}

/**
 * Where the fact behind a request stands in this log. The position in the request is that of the log it was written to, which another log may have
 * been copied from since; it only counts where the fact itself is not there any more. Throws `StoreUnavailable`.
 */
async function causePositionOf(
  store: Pick<EventStore, 'read'>,
  { data, metadata }: RecordedFact<WebhookDeliveryRequested>,
): Promise<bigint> {
  const { cause, causePosition } = data;
  const candidates = cause ? await store.read(cause.stream, cause.revision, 1) : await readStreamOf(store, data);
  const id = cause?.id ?? metadata.causationId;
  return candidates.find((fact) => fact.id === id)?.position ?? BigInt(causePosition);
}

/** Requests of older releases do not name the stream of their cause: it follows from what the message is about. */
async function readStreamOf(store: Pick<EventStore, 'read'>, { data }: WebhookDeliveryRequested['data']): Promise<readonly RecordedFact[]> {
  const sources = [
    [pinStream, data['pin_id']],
    [connectionStream, data['account_id']],
    [webhookStream, data['webhook_id']],
  ] as const;
  const [type, id] = sources.find(([, value]) => typeof value === 'string') ?? [];
  return type && typeof id === 'string' ? store.read(streamName(type, id)) : [];
}

/** The delivery of an event to a webhook: the same however often it is asked for. */
const deliveryIdOf = (webhookId: string, causeId: string, event: string): string =>
  derivedId('webhook delivery', webhookId, causeId, event);

const eventsByFact: Readonly<Record<string, string | undefined>> = { ...pinEvents, ...scheduleEvents };

/** The deliveries to a webhook that facts of a pin and of its schedule lead to, where it subscribes to their events. */
export const deliveryIdsOf = (webhookId: string, facts: readonly Pick<RecordedFact, 'id' | 'type'>[]): string[] =>
  facts.flatMap(({ id, type }) => {
    const event = Object.hasOwn(eventsByFact, type) ? eventsByFact[type] : undefined;
    return event === undefined ? [] : [deliveryIdOf(webhookId, id, event)];
  });
