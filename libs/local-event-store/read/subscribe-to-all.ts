import { randomUUID } from 'node:crypto';
import type { CommitSignal } from '../log/commit-signal';
import type { ReadRequest, ReadFilter } from '../protocol/read-request.codec';
import { encodeCaughtUp, encodeCheckpoint, encodeConfirmation } from '../protocol/read-response.codec';
import type { ResponseStream } from '../transport/response-stream';
import { createEventFilter } from './event-filter';
import { createEventSender } from './event-sender';
import type { EventSource } from './event-source';
import { createWakeUp } from './wake-up';

const pageEvents = 500;

/** Serves a subscription to `$all` until the call ends. A commit only wakes it; what it sends it always reads from its cursor on. */
export async function subscribeToAll(
  responses: ResponseStream,
  request: ReadRequest,
  source: EventSource,
  signal: CommitSignal,
): Promise<void> {
  const passes = request.filter ? createEventFilter(request.filter) : () => true;
  const sender = createEventSender(responses, request, source);
  let cursor = request.from === 'start' ? 0n : request.from === 'end' ? source.head() : request.from;
  const checkpoints = request.filter ? createCheckpoints(request.filter, cursor) : undefined;
  const sendCheckpoint = (position: bigint | undefined) => {
    if (position !== undefined) responses.send(encodeCheckpoint(position));
  };
  const sendUpToHead = async () => {
    while (!responses.hasEnded()) {
      const page = await source.readAllForwards(cursor + 1n, pageEvents);
      if (page.length === 0) return;
      await sender.loadTargets(page);
      for (const event of page) {
        cursor = event.position;
        const wait = passes(event) ? sender.send(event) : responses.backpressure();
        sendCheckpoint(checkpoints?.countConsidered(cursor));
        if (wait) await wait;
        if (responses.hasEnded()) return;
      }
    }
  };

  const wakeUp = createWakeUp();
  const unsubscribe = signal.subscribe(undefined, wakeUp.wake);
  responses.onEnd(() => {
    unsubscribe();
    wakeUp.wake();
  });
  responses.send(encodeConfirmation(randomUUID()));
  await sendUpToHead();
  sendCheckpoint(checkpoints?.reportAtHead());
  responses.send(encodeCaughtUp());
  while (!responses.hasEnded()) {
    await wakeUp.wait();
    await sendUpToHead();
  }
}

/** Decides when a filtered subscription reports its position; the same position is never reported twice. */
export interface FilterCheckpoints {
  /** Counts an event that the filter was asked about, matching or not; returns the position to report after it, if any. */
  countConsidered(position: bigint): bigint | undefined;
  /** Returns the position to report when the end of the log is reached, if any. */
  reportAtHead(): bigint | undefined;
}

const defaultWindow = 32;

export function createCheckpoints({ window, checkpointIntervalMultiplier }: ReadFilter, start: bigint): FilterCheckpoints {
  const interval = Math.max(1, (window || defaultWindow) * Math.max(1, checkpointIntervalMultiplier));
  let last = start;
  let current = start;
  let since = 0;
  const report = () => {
    since = 0;
    last = current;
    return current;
  };
  return {
    countConsidered(position) {
      current = position;
      since += 1;
      return since >= interval ? report() : undefined;
    },
    reportAtHead: () => (current === last ? undefined : report()),
  };
}
