import { streamName, type EventStore, type RecordedFact } from '@pps/event-store';
import { connectionStream } from '@pps/connections/events';
import { pinStream } from '@pps/pins/events';
import { webhookStream } from '../subscriptions/webhook.stream';
import type { WebhookDeliveryRequested } from './outbox.stream';

/**
 * Where the fact behind a request stands in this log. The position in the request is that of the log it was written to, which another log may have
 * been copied from since; it only counts where the fact itself is not there any more. Throws `StoreUnavailable`.
 */
export async function causePositionOf(
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
