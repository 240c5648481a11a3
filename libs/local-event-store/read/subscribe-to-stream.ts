import { randomUUID } from 'node:crypto';
import type { CommitSignal } from '../log/commit-signal';
import { isYoungEnough, readableRange } from '../log/readable-range';
import { tombstoneRevision } from '../log/stored-event';
import { isTombstoned, lastRevisionOf } from '../log/stream-state';
import { streamDeletedFailure } from '../protocol/failures';
import type { ReadRequest } from '../protocol/read-request.codec';
import { encodeCaughtUp, encodeConfirmation } from '../protocol/read-response.codec';
import type { ResponseStream } from '../transport/response-stream';
import { createEventSender } from './event-sender';
import type { EventSource } from './event-source';
import { createWakeUp } from './wake-up';

const pageEvents = 500;

/** Serves a subscription to one stream until the call ends or the stream is tombstoned, which throws stream-deleted. */
export async function subscribeToStream(
  responses: ResponseStream,
  request: ReadRequest,
  stream: string,
  source: EventSource,
  signal: CommitSignal,
): Promise<void> {
  const sender = createEventSender(responses, request, source);
  const wakeUp = createWakeUp();
  const unsubscribe = signal.subscribe(stream, wakeUp.wake);
  responses.onEnd(() => {
    unsubscribe();
    wakeUp.wake();
  });
  const state = await source.loadState(stream);
  if (isTombstoned(state)) throw streamDeletedFailure(stream);
  let next = nextRevision(request, lastRevisionOf(stream, state));

  const endWithTombstone = async (): Promise<never> => {
    for (const tombstone of await source.readEvents([{ stream, revision: tombstoneRevision }])) await sender.send(tombstone);
    throw streamDeletedFailure(stream);
  };
  const sendUpToLast = async () => {
    while (!responses.hasEnded()) {
      const current = await source.loadState(stream);
      if (isTombstoned(current)) await endWithTombstone();
      const range = readableRange(stream, current);
      if (next < range.first) next = range.first;
      const page = await source.readStreamForwards(stream, next, range.last, pageEvents);
      if (page.length === 0) return;
      await sender.loadTargets(page);
      const now = Date.now();
      for (const event of page) {
        next = event.revision + 1n;
        const wait = isYoungEnough(event, range, now) ? sender.send(event) : responses.backpressure();
        if (wait) await wait;
        if (responses.hasEnded()) return;
      }
    }
  };

  responses.send(encodeConfirmation(randomUUID()));
  await sendUpToLast();
  responses.send(encodeCaughtUp());
  while (!responses.hasEnded()) {
    await wakeUp.wait();
    await sendUpToLast();
  }
}

function nextRevision({ from }: ReadRequest, last: bigint): bigint {
  if (from === 'start') return 0n;
  return from === 'end' ? last + 1n : from + 1n;
}
