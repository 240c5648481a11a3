import { pause } from '@pps/concurrency';
import { setMaxListeners } from 'node:events';
import type { Consumer, ConsumerMessages, JsMsg, NatsConnection } from 'nats';
import type { TakeOptions, Work, WorkKind } from './work';
import { consumerOf } from './work-stream';

const beatMs = 3_000;
const pullMs = 10_000;
const heartbeatMs = 2_500;
const retryMs = 500;

/**
 * Each slot asks for one piece of work when it is free: nothing is fetched ahead, where it would outwait its acknowledgement behind a slow
 * handler. Resolves when `signal` has aborted and the slots are empty.
 */
export async function takeWork(
  ready: () => Promise<NatsConnection>,
  kind: WorkKind,
  options: TakeOptions,
  onError: (error: unknown) => void,
): Promise<void> {
  const { signal, concurrency } = options;
  // Each slot may wait on it; Node would take more than ten for a leak.
  setMaxListeners(0, signal);
  const pulls = new Set<ConsumerMessages>();
  const stop = () => pulls.forEach((pull) => pull.stop());
  signal.addEventListener('abort', stop, { once: true });
  let shared: Promise<Consumer> | undefined;

  const consumer = (): Promise<Consumer> =>
    (shared ??= ready()
      .then((nats) => consumerOf(nats, kind))
      .catch((error: unknown) => {
        if (!signal.aborted) onError(error);
        throw error;
      }));

  const pullOnce = async (source: Consumer): Promise<void> => {
    const pull = await source.fetch({ max_messages: 1, expires: pullMs, idle_heartbeat: heartbeatMs });
    pulls.add(pull);
    if (signal.aborted) pull.stop();
    try {
      for await (const message of pull) {
        pull.stop();
        await work(message, options);
      }
    } finally {
      pulls.delete(pull);
    }
  };

  const slot = async (): Promise<void> => {
    while (!signal.aborted) {
      const looked = consumer();
      try {
        await pullOnce(await looked);
      } catch {
        // The connection, the stream or the consumer is gone: one of the slots looks again, and says what is wrong.
        await pause(retryMs, signal);
        if (shared === looked) shared = undefined;
      }
    }
  };

  await Promise.all(Array.from({ length: concurrency }, slot));
  signal.removeEventListener('abort', stop);
}

async function work(message: JsMsg, options: TakeOptions): Promise<void> {
  const beat = setInterval(() => unlessClosed(() => message.working()), beatMs);
  try {
    await options.handle(message.json<Work>());
  } catch (error) {
    options.onError(error);
  } finally {
    clearInterval(beat);
    unlessClosed(() => message.ack());
  }
}

/** On a connection that has closed, work in hand is finished all the same; it is given out again and finds nothing to do. */
function unlessClosed(send: () => void): void {
  try {
    send();
  } catch {
    return;
  }
}
