import { isYoungEnough, readableRange } from '../log/readable-range';
import { tombstoneRevision } from '../log/stored-event';
import { isSoftDeleted } from '../log/stream-metadata';
import { isMetastream } from '../log/stream-name';
import { isTombstoned, lastRevisionOf } from '../log/stream-state';
import { streamDeletedFailure } from '../protocol/failures';
import type { ReadRequest } from '../protocol/read-request.codec';
import { encodeStreamNotFound } from '../protocol/read-response.codec';
import type { ResponseStream } from '../transport/response-stream';
import { createEventSender } from './event-sender';
import type { EventSource } from './event-source';

const pageEvents = 500;

/** Answers a read of one stream; hidden events are skipped and do not count. Throws stream-deleted for a tombstoned one. */
export async function readStream(
  responses: ResponseStream,
  request: ReadRequest,
  stream: string,
  count: bigint,
  source: EventSource,
): Promise<void> {
  const state = await source.loadState(stream);
  if (isTombstoned(state)) throw streamDeletedFailure(stream);
  if (lastRevisionOf(stream, state) < 0n || (!isMetastream(stream) && isSoftDeleted(state.metadata))) {
    responses.send(encodeStreamNotFound(stream));
    return;
  }
  const range = readableRange(stream, state);
  const sender = createEventSender(responses, request, source);
  const now = Date.now();
  const from = firstRevision(request, range.last);
  let cursor = request.backwards ? min(from, range.last) : max(from, range.first);
  let remaining = count;
  while (remaining > 0n && cursor >= range.first && cursor <= range.last && !responses.hasEnded()) {
    const limit = remaining < BigInt(pageEvents) ? Number(remaining) : pageEvents;
    const page = await (request.backwards
      ? source.readStreamBackwards(stream, cursor, range.first, limit)
      : source.readStreamForwards(stream, cursor, range.last, limit));
    const last = page.at(-1);
    if (!last) return;
    cursor = request.backwards ? last.revision - 1n : last.revision + 1n;
    await sender.loadTargets(page);
    for (const event of page) {
      if (!isYoungEnough(event, range, now)) continue;
      const wait = sender.send(event);
      if (wait) await wait;
      remaining -= 1n;
      if (remaining === 0n || responses.hasEnded()) return;
    }
  }
}

function firstRevision({ from, backwards }: ReadRequest, last: bigint): bigint {
  if (from === 'start') return 0n;
  if (from === 'end') return backwards ? last : tombstoneRevision;
  return from;
}

const min = (a: bigint, b: bigint) => (a < b ? a : b);
const max = (a: bigint, b: bigint) => (a > b ? a : b);
