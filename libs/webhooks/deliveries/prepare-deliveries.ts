import { mapLimited } from '@pps/concurrency';
import { decode, type Streams, type RecordedFact } from '@pps/event-store';
import type { WebhookMessage } from '../messages/message';
import { outboxStream } from '../outbox/outbox.stream';
import { captureError, type BatchRequests, type FoundRequests } from './batch-requests';
import { awaitsAttempt, deliveryStream, type DeliveryState } from './delivery.stream';
import { isUnwritten, type Offer } from './offers.store';

/** A delivery with the message to send, and the fact that caused it; a test has none. */
export interface PreparedDelivery {
  readonly offer: Offer;
  readonly message: WebhookMessage;
  readonly cause: RecordedFact | null;
}

export interface PreparedDeliveries {
  /** What waits for its attempt, in the order of the offers. */
  readonly deliveries: readonly PreparedDelivery[];
  /** What does not wait for this attempt any more. */
  readonly outdated: readonly Offer[];
  readonly failed: readonly { readonly offer: Offer; readonly error: unknown }[];
}

interface Sources {
  readonly requests: BatchRequests;
  readonly streams: Pick<Streams, 'load'>;
}

const maxConcurrentReads = 8;

/**
 * Reads what these deliveries of one webhook need; an error that concerns one of them is given with it, so that it throws none. `next` are those that
 * are made after them, whose requests may be read with theirs.
 */
export async function prepareDeliveries(
  sources: Sources,
  offers: readonly Offer[],
  next: readonly Offer[] = [],
): Promise<PreparedDeliveries> {
  const [states, requests] = await Promise.all([
    mapLimited(maxConcurrentReads, offers, (offer) => captureError(loadState(sources, offer))),
    sources.requests.find(offers, next),
  ]);
  const prepared = { deliveries: [] as PreparedDelivery[], outdated: [] as Offer[], failed: [] as { offer: Offer; error: unknown }[] };
  offers.forEach((offer, index) => {
    const state = states[index];
    if (!state || 'error' in state) return prepared.failed.push({ offer, error: state?.error });
    if (!awaitsAttempt(state.value, offer.attempt)) return prepared.outdated.push(offer);
    const delivery = prepare(offer, state.value, requests);
    return 'error' in delivery ? prepared.failed.push(delivery) : prepared.deliveries.push(delivery);
  });
  return prepared;
}

async function loadState({ streams }: Sources, offer: Offer): Promise<DeliveryState> {
  return isUnwritten(offer) ? deliveryStream.decider.initial : (await streams.load(deliveryStream, offer.deliveryId)).state;
}

function prepare(offer: Offer, { test }: DeliveryState, requests: FoundRequests): PreparedDelivery | { offer: Offer; error: unknown } {
  if (test) return { offer, message: { ...test, sequence: 0 }, cause: null };
  const request = requests.get(offer.sequence) ?? { value: undefined };
  if ('error' in request) return { offer, error: request.error };
  try {
    const cause = request.value && decode(outboxStream, request.value);
    if (!cause) throw new Error(`webhook ${offer.webhookId} has no event ${offer.sequence}`);
    return { offer, message: { ...cause.data, sequence: cause.revision + 1 }, cause };
  } catch (error) {
    return { offer, error };
  }
}
