import { decode, type EventStore } from '@pps/event-store';
import { outboxStream } from '../outbox/outbox.stream';
import { findRevisionAt } from './find-revision-at';

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
