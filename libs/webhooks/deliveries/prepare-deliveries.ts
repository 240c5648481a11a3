import { mapLimited } from '@pps/concurrency';
import { decode, type CommandRunner, type EventStore, type RecordedFact } from '@pps/event-store';
import type { WebhookMessage } from '../messages/message';
import { outboxStream } from '../outbox/outbox.stream';
import { awaitsAttempt, type DeliveryState } from './delivery.decider';
import { deliveryStream } from './delivery.stream';
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
  readonly store: Pick<EventStore, 'read'>;
  readonly runner: Pick<CommandRunner, 'load'>;
}

const maxConcurrentReads = 8;
/** A read of a range may hold so many events for each that is wanted. */
const widestRange = 3;

/** Reads what these deliveries of one webhook need; an error that concerns one of them is given with it, so that it throws none. */
export async function prepareDeliveries(sources: Sources, offers: readonly Offer[]): Promise<PreparedDeliveries> {
  const [webhookId = ''] = offers.map((offer) => offer.webhookId);
  const [states, requests] = await Promise.all([
    mapLimited(maxConcurrentReads, offers, (offer) => captureError(loadState(sources, offer))),
    readRequests(sources.store, webhookId, offers),
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

type Captured<T> = { readonly value: T } | { readonly error: unknown };

const captureError = <T>(promise: Promise<T>): Promise<Captured<T>> =>
  promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );

async function loadState({ runner }: Sources, offer: Offer): Promise<DeliveryState> {
  return isUnwritten(offer) ? deliveryStream.decider.initial : (await runner.load(deliveryStream, offer.deliveryId)).state;
}

type Requests = ReadonlyMap<number, Captured<RecordedFact | undefined>>;

/** The requests by their sequence, of neighbours in one read. */
async function readRequests(store: Sources['store'], webhookId: string, offers: readonly Offer[]): Promise<Requests> {
  const stream = `${outboxStream.category}-${webhookId}`;
  const wanted = offers.flatMap(({ sequence }) => (sequence > 0 ? [sequence] : [])).sort((a, b) => a - b);
  const [first = 0, last = 0] = [wanted[0], wanted.at(-1)];
  const width = last - first + 1;
  if (width <= wanted.length * widestRange) {
    const read = wanted.length > 0 ? await captureError(store.read(stream, first - 1, width)) : { value: [] };
    const found = (sequence: number) => ('error' in read ? read : { value: read.value.find(({ revision }) => revision === sequence - 1) });
    return new Map(wanted.map((sequence) => [sequence, found(sequence)]));
  }
  const single = async (sequence: number) =>
    [sequence, await captureError(store.read(stream, sequence - 1, 1).then(([fact]) => fact))] as const;
  return new Map(await mapLimited(maxConcurrentReads, wanted, single));
}

function prepare(offer: Offer, { test }: DeliveryState, requests: Requests): PreparedDelivery | { offer: Offer; error: unknown } {
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
