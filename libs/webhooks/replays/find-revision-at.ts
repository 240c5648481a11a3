import { decode, type EventStore } from '@pps/event-store';
import { outboxStream } from '../outbox/outbox.stream';

/** So many facts of a newer release may stand side by side before a search takes what follows them for later. */
const readAhead = 100;

/**
 * The revision of the first event of an outbox that happened at this time or later, the outbox's length when there is none: found in about 20
 * short reads, however long it is.
 */
export async function findRevisionAt(store: Pick<EventStore, 'last' | 'read'>, stream: string, at: Date): Promise<number> {
  const length = ((await store.last(stream))?.revision ?? -1) + 1;
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const request = await findRequest(store, stream, middle);
    if (request && Date.parse(request.data.occurredAt) < at.getTime()) low = request.revision + 1;
    else high = middle;
  }
  return (await findRequest(store, stream, low))?.revision ?? length;
}

/** The first request from a revision on that this release can read. */
async function findRequest(store: Pick<EventStore, 'read'>, stream: string, from: number) {
  for (const count of [1, readAhead]) {
    for (const fact of await store.read(stream, from, count)) {
      const request = decode(outboxStream, fact);
      if (request) return request;
    }
  }
  return null;
}
