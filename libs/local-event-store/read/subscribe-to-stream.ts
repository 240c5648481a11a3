import { randomUUID } from 'node:crypto';
import type { CommitSignal } from '../log/commit-signal';
import { isYoungEnough, readableRange } from '../log/readable-range';
import { tombstoneRevision } from '../log/stored-event';
import { isTombstoned, lastRevisionOf } from '../log/stream-state';
import { streamDeleted } from '../protocol/failures';
import type { ReadRequest } from '../protocol/read-request.codec';
import { encodeCaughtUp, encodeConfirmation } from '../protocol/read-response.codec';
import type { GrpcCall } from '../transport/grpc-call';
import { createEventSender } from './event-sender';
import type { EventSource } from './event-source';
import { createWakeUp } from './wake-up';

const pageEvents = 500;

/** Serves a subscription to one stream until the client leaves or the stream is tombstoned, which throws stream-deleted. */
export async function subscribeToStream(
  call: GrpcCall,
  request: ReadRequest,
  stream: string,
  source: EventSource,
  signal: CommitSignal,
): Promise<void> {
  const sender = createEventSender(call, request, source);
  const wakeUp = createWakeUp();
  const unlisten = signal.listen(stream, wakeUp.wake);
  call.onOver(() => {
    unlisten();
    wakeUp.wake();
  });
  const state = await source.stateOf(stream);
  if (isTombstoned(state)) throw streamDeleted(stream);
  let next = nextRevision(request, lastRevisionOf(stream, state));

  const endByTombstone = async (): Promise<never> => {
    for (const tombstone of await source.named([{ stream, revision: tombstoneRevision }])) await sender.send(tombstone);
    throw streamDeleted(stream);
  };
  const sendUpToLast = async () => {
    while (!call.over()) {
      const current = await source.stateOf(stream);
      if (isTombstoned(current)) await endByTombstone();
      const range = readableRange(stream, current);
      if (next < range.first) next = range.first;
      const page = await source.streamForwards(stream, next, range.last, pageEvents);
      if (page.length === 0) return;
      await sender.prepare(page);
      const now = Date.now();
      for (const event of page) {
        next = event.revision + 1n;
        const wait = isYoungEnough(event, range, now) ? sender.send(event) : call.congestion();
        if (wait) await wait;
        if (call.over()) return;
      }
    }
  };

  call.send(encodeConfirmation(randomUUID()));
  await sendUpToLast();
  call.send(encodeCaughtUp());
  while (!call.over()) {
    await wakeUp.wait();
    await sendUpToLast();
  }
}

function nextRevision({ from }: ReadRequest, last: bigint): bigint {
  if (from === 'start') return 0n;
  return from === 'end' ? last + 1n : from + 1n;
}
