import { decode, type EventStore } from '@pps/event-store';
import { outboxStream } from '../outbox/outbox.stream';

export interface OutboxPeriod {
  /** Of the first event of the period, and behind its last one. */
  readonly fromRevision: number;
  readonly endRevision: number;
  /** Events of the period; others may stand between them. */
  readonly count: number;
}

/** What is recorded at the same time may stand so far out of the order of its times: a request that takes long, and clocks that differ. */
const disorderMs = 60_000;
const pageSize = 1_000;
/** So many facts of a newer release may stand side by side before a search takes what follows them for later. */
const readAhead = 100;

/** Where the events of an outbox from `since` until before `until` stand, although their times are not in order of their `sequence`. */
export async function findPeriod(
  store: Pick<EventStore, 'last' | 'read'>,
  stream: string,
  since: Date,
  until: Date,
): Promise<OutboxPeriod> {
  const around = (at: Date, ms: number) => findRevisionAt(store, stream, new Date(at.getTime() + ms));
  const [begin, end] = [await around(since, -disorderMs), await around(until, disorderMs)];
  const [surelySince, surelyUntil] = [await around(since, disorderMs), await around(until, -disorderMs)];
  let [first, last, count] = [end, begin, 0];
  const take = (revision: number) => {
    [first, last] = [Math.min(first, revision), Math.max(last, revision + 1)];
    count++;
  };
  for (let from = begin; from < end;) {
    if (from >= surelySince && from < surelyUntil) {
      count += surelyUntil - from;
      [first, last] = [Math.min(first, from), Math.max(last, surelyUntil)];
      from = surelyUntil;
      continue;
    }
    const size = Math.min(pageSize, (from < surelySince ? Math.min(surelySince, end) : end) - from);
    for (const fact of await store.read(stream, from, size)) {
      if (isInPeriod(decode(outboxStream, fact)?.data.occurredAt, since, until)) take(fact.revision);
    }
    from += size;
  }
  return count === 0 ? { fromRevision: end, endRevision: end, count } : { fromRevision: first, endRevision: last, count };
}

/** False for what this release cannot read. */
export function isInPeriod(occurredAt: string | undefined, since: Date, until: Date): boolean {
  const at = occurredAt === undefined ? Number.NaN : Date.parse(occurredAt);
  return at >= since.getTime() && at < until.getTime();
}

/**
 * The revision of the first event of an outbox that happened at this time or later, the outbox's length when there is none: found in about 20
 * short reads, however long it is.
 */
async function findRevisionAt(store: Pick<EventStore, 'last' | 'read'>, stream: string, at: Date): Promise<number> {
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
