import { createEventFilter } from './event-filter';
import { createEventSender } from './event-sender';
import type { EventSource } from './event-source';
import { tombstoneRevision } from '../log/stored-event';
import type { ReadRequest } from '../protocol/read-request.codec';
import type { GrpcCall } from '../transport/grpc-call';

const pageEvents = 500;

/** Answers a read of `$all`: forwards from the position on, backwards from before it; the end of the log is the end of the answer. */
export async function readAll(call: GrpcCall, request: ReadRequest, count: bigint, source: EventSource): Promise<void> {
  const passes = request.filter ? createEventFilter(request.filter) : () => true;
  const sender = createEventSender(call, request, source);
  let cursor = firstPosition(request, source);
  let remaining = count;
  while (remaining > 0n && cursor !== undefined && cursor > 0n && !call.over()) {
    const limit = request.filter || remaining > BigInt(pageEvents) ? pageEvents : Number(remaining);
    const page = await (request.backwards ? source.allBackwards(cursor, limit) : source.allForwards(cursor, limit));
    const last = page.at(-1);
    if (!last) return;
    cursor = request.backwards ? last.position - 1n : last.position + 1n;
    await sender.prepare(page);
    for (const event of page) {
      if (!passes(event)) continue;
      const wait = sender.send(event);
      if (wait) await wait;
      remaining -= 1n;
      if (remaining === 0n || call.over()) return;
    }
  }
}

function firstPosition({ from, backwards }: ReadRequest, source: EventSource): bigint | undefined {
  if (from === 'start') return backwards ? undefined : 1n;
  if (from === 'end') return backwards ? source.head() : undefined;
  if (backwards) return from - 1n;
  return from > 0n ? (from < tombstoneRevision ? from : undefined) : 1n;
}
