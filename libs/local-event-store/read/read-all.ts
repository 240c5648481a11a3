import { createEventFilter } from './event-filter';
import { createEventSender } from './event-sender';
import type { EventSource } from './event-source';
import { tombstoneRevision } from '../log/stored-event';
import type { ReadRequest } from '../protocol/read-request.codec';
import type { ResponseStream } from '../transport/response-stream';

const pageEvents = 500;

/** Answers a read of `$all`: forwards from the position on, backwards from before it; the end of the log is the end of the answer. */
export async function readAll(responses: ResponseStream, request: ReadRequest, count: bigint, source: EventSource): Promise<void> {
  const passes = request.filter ? createEventFilter(request.filter) : () => true;
  const sender = createEventSender(responses, request, source);
  let cursor = firstPosition(request, source);
  let remaining = count;
  while (remaining > 0n && cursor !== undefined && cursor > 0n && !responses.hasEnded()) {
    const limit = request.filter || remaining > BigInt(pageEvents) ? pageEvents : Number(remaining);
    const page = await (request.backwards ? source.readAllBackwards(cursor, limit) : source.readAllForwards(cursor, limit));
    const last = page.at(-1);
    if (!last) return;
    cursor = request.backwards ? last.position - 1n : last.position + 1n;
    await sender.loadTargets(page);
    for (const event of page) {
      if (!passes(event)) continue;
      const wait = sender.send(event);
      if (wait) await wait;
      remaining -= 1n;
      if (remaining === 0n || responses.hasEnded()) return;
    }
  }
}

function firstPosition({ from, backwards }: ReadRequest, source: EventSource): bigint | undefined {
  if (from === 'start') return backwards ? undefined : 1n;
  if (from === 'end') return backwards ? source.head() : undefined;
  if (backwards) return from - 1n;
  return from > 0n ? (from < tombstoneRevision ? from : undefined) : 1n;
}
