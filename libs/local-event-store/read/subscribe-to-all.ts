import { randomUUID } from 'node:crypto';
import type { CommitSignal } from '../log/commit-signal';
import type { ReadRequest } from '../protocol/read-request.codec';
import { encodeCaughtUp, encodeCheckpoint, encodeConfirmation } from '../protocol/read-response.codec';
import type { GrpcCall } from '../transport/grpc-call';
import { createCheckpoints } from './checkpoints';
import { createEventFilter } from './event-filter';
import { createEventSender } from './event-sender';
import type { EventSource } from './event-source';
import { createWakeUp } from './wake-up';

const pageEvents = 500;

/** Serves a subscription to `$all` until the client leaves. Live means being woken; what to send is always read by cursor. */
export async function subscribeToAll(call: GrpcCall, request: ReadRequest, source: EventSource, signal: CommitSignal): Promise<void> {
  const passes = request.filter ? createEventFilter(request.filter) : () => true;
  const sender = createEventSender(call, request, source);
  let cursor = request.from === 'start' ? 0n : request.from === 'end' ? source.head() : request.from;
  const checkpoints = request.filter ? createCheckpoints(request.filter, cursor) : undefined;
  const report = (position: bigint | undefined) => {
    if (position !== undefined) call.send(encodeCheckpoint(position));
  };
  const sendUpToHead = async () => {
    while (!call.over()) {
      const page = await source.allForwards(cursor + 1n, pageEvents);
      if (page.length === 0) return;
      await sender.prepare(page);
      for (const event of page) {
        cursor = event.position;
        const wait = passes(event) ? sender.send(event) : call.congestion();
        report(checkpoints?.considered(cursor));
        if (wait) await wait;
        if (call.over()) return;
      }
    }
  };

  const wakeUp = createWakeUp();
  const unlisten = signal.listen(undefined, wakeUp.wake);
  call.onOver(() => {
    unlisten();
    wakeUp.wake();
  });
  call.send(encodeConfirmation(randomUUID()));
  await sendUpToHead();
  report(checkpoints?.caughtUp());
  call.send(encodeCaughtUp());
  while (!call.over()) {
    await wakeUp.wait();
    await sendUpToHead();
  }
}
