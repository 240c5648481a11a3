import { orTimeout, pause } from '@pps/concurrency';
import { Mutex } from 'async-mutex';
import { setMaxListeners } from 'node:events';
import type { Consumer, ConsumerMessages, JsMsg, NatsConnection } from 'nats';
import type { TakeOptions, WorkItem, WorkKind } from './work-item';
import { workConsumerOf } from './work-stream';

const pullMs = 10_000;
const heartbeatMs = 2_500;
const retryMs = 500;

/**
 * Each slot fetches one work item when it is free: an item fetched earlier would time out behind a slow handler. Resolves when `signal` has
 * aborted and all work in hand is done.
 */
export async function takeWorkItems(
  ready: () => Promise<NatsConnection>,
  kind: WorkKind,
  options: TakeOptions,
  onError: (error: unknown) => void,
): Promise<void> {
  const { signal, concurrency, handOff, ackWaitMs = 10_000 } = options;
  // Each slot listens to it; Node takes more than ten listeners for a leak.
  setMaxListeners(0, signal);
  // One pull waits at the server for all free slots: each costs heartbeats while nothing comes.
  const turn = new Mutex();
  const pulls = new Set<ConsumerMessages>();
  const stop = () => pulls.forEach((pull) => pull.stop());
  signal.addEventListener('abort', stop, { once: true });
  let shared: Promise<Consumer> | undefined;

  const consumer = (): Promise<Consumer> =>
    (shared ??= ready()
      .then((nats) => workConsumerOf(nats, kind, ackWaitMs))
      .catch((error: unknown) => {
        if (!signal.aborted) onError(error);
        throw error;
      }));

  const handedOff = new Set<Promise<void>>();
  /** Until the work is done, or has left its slot. */
  const waitForSlot = async (handled: Promise<void>): Promise<void> => {
    if (!handOff) return handled;
    const done = await orTimeout(
      handled.then(() => true),
      handOff.afterMs,
    );
    if (done) return;
    if (handedOff.size >= handOff.max) return handled;
    handedOff.add(handled);
    void handled.finally(() => handedOff.delete(handled));
  };

  /** Null where none came in time. */
  const nextMessage = async (source: Consumer): Promise<JsMsg | null> => {
    if (signal.aborted) return null;
    const pull = await source.fetch({ max_messages: 1, expires: pullMs, idle_heartbeat: heartbeatMs });
    pulls.add(pull);
    if (signal.aborted) pull.stop();
    try {
      for await (const message of pull) {
        pull.stop();
        return message;
      }
      return null;
    } finally {
      pulls.delete(pull);
    }
  };

  const nextWork = async (): Promise<JsMsg | null> => {
    const found = consumer();
    try {
      return await nextMessage(await found);
    } catch {
      // The connection, the stream or the consumer is gone: it is asked for again, which reports the error.
      await pause(retryMs, signal);
      if (shared === found) shared = undefined;
      return null;
    }
  };

  const runSlot = async (): Promise<void> => {
    while (!signal.aborted) {
      const message = await turn.runExclusive(nextWork);
      if (message) await waitForSlot(handleMessage(message, options, ackWaitMs * 0.3));
    }
  };

  await Promise.all(Array.from({ length: concurrency }, runSlot));
  await Promise.all(handedOff);
  signal.removeEventListener('abort', stop);
}

async function handleMessage(message: JsMsg, options: TakeOptions, keepAliveMs: number): Promise<void> {
  const beat = setInterval(() => unlessClosed(() => message.working()), keepAliveMs);
  try {
    await options.handle(message.json<WorkItem>());
  } catch (error) {
    options.onError(error);
  } finally {
    clearInterval(beat);
    unlessClosed(() => message.ack());
  }
}

/** Work that has begun is finished although the connection has closed; its item comes again and finds nothing to do. */
function unlessClosed(send: () => void): void {
  try {
    send();
  } catch {
    return;
  }
}
