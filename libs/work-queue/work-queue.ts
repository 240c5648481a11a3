import {
  connect,
  DiscardPolicy,
  RetentionPolicy,
  StorageType,
  AckPolicy,
  type ConsumerMessages,
  type JsMsg,
  type NatsConnection,
} from 'nats';
import { setTimeout as delay } from 'node:timers/promises';

/** Kinds of work; each is a subject `work.<kind>` of one JetStream stream. */
export type WorkKind = 'publish' | 'reconcile' | 'deliver' | 'mail';

export interface Work {
  readonly kind: WorkKind;
  /** Names the thing to work on; the log carries the truth. */
  readonly id: string;
  readonly attributes: Readonly<Record<string, string>>;
}

export interface TakeOptions {
  /** How many at once. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
  /** Does the work; afterwards it is acknowledged, also when this throws: what is still pending by the facts is offered again. */
  readonly handle: (work: Work) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

export interface WorkQueue {
  /** Hands work to whichever worker is free. Throws when NATS does not take it within 2 s. */
  offer(work: Work): Promise<void>;
  /** Takes work until `signal` aborts, then waits for what is in hand. */
  take(kind: WorkKind, options: TakeOptions): Promise<void>;
  /** Whether NATS answers within 2 s. */
  reachable(): Promise<boolean>;
  close(): Promise<void>;
}

/** Injection token of the process's one `WorkQueue`. */
export const WORK_QUEUE = Symbol('WorkQueue');

const streamName = 'WORK';
const ackWaitMs = 10_000;
const beatMs = 3_000;
const maxMessages = 100_000;
const maxAgeMs = 10 * 60_000;

/** Connects in the background and for ever: while NATS is away offers fail and takers wait. It may lose everything; a sweep offers again. */
export function openWorkQueue(url: string, onError: (error: unknown) => void): WorkQueue {
  let connection: Promise<NatsConnection> | undefined;
  let open: NatsConnection | undefined;
  let closed = false;

  const ready = async (): Promise<NatsConnection> => {
    if (open?.isClosed()) connection = open = undefined;
    connection ??= connect({ servers: url, maxReconnectAttempts: -1, reconnectTimeWait: 250, timeout: 2_000, name: 'pin-publishing' })
      .then(async (nats) => {
        await ensureStream(nats);
        return (open = nats);
      })
      .catch((error: unknown) => {
        connection = undefined;
        throw error;
      });
    return connection;
  };

  return {
    async offer(work) {
      const nats = await ready();
      const payload = JSON.stringify(work);
      const publish = () => nats.jetstream({ timeout: 2_000 }).publish(`work.${work.kind}`, payload);
      await publish().catch(async (error: unknown) => {
        // A wiped server has forgotten the stream.
        if (!/no responders|503/i.test(String(error))) throw error;
        await ensureStream(nats);
        await publish();
      });
    },

    async take(kind, options) {
      while (!options.signal.aborted) {
        try {
          await takeOnce(await ready(), kind, options);
        } catch (error) {
          if (!options.signal.aborted) onError(error);
        }
        if (!options.signal.aborted) await delay(500, undefined, { signal: options.signal }).catch(() => undefined);
      }
    },

    async reachable() {
      try {
        const nats = await ready();
        await nats.rtt();
        return true;
      } catch {
        return false;
      }
    },

    async close() {
      closed = true;
      const nats = await connection?.catch(() => undefined);
      if (closed) await nats?.close();
    },
  };
}

async function ensureStream(nats: NatsConnection): Promise<void> {
  const manager = await nats.jetstreamManager({ timeout: 2_000 });
  const settings = {
    name: streamName,
    subjects: ['work.*'],
    retention: RetentionPolicy.Workqueue,
    storage: StorageType.File,
    discard: DiscardPolicy.Old,
    max_msgs: maxMessages,
    max_age: maxAgeMs * 1e6,
    duplicate_window: 1e8,
  };
  await manager.streams.add(settings).catch(() => manager.streams.update(streamName, settings));
}

async function takeOnce(nats: NatsConnection, kind: WorkKind, options: TakeOptions): Promise<void> {
  const manager = await nats.jetstreamManager({ timeout: 2_000 });
  const durable = `worker-${kind}`;
  await manager.consumers.add(streamName, {
    durable_name: durable,
    filter_subject: `work.${kind}`,
    ack_policy: AckPolicy.Explicit,
    ack_wait: ackWaitMs * 1e6,
    max_deliver: 5,
    max_ack_pending: 10_000,
  });
  const consumer = await nats.jetstream().consumers.get(streamName, durable);
  const inHand = new Set<Promise<void>>();
  const messages = await consumer.consume({ max_messages: options.concurrency, idle_heartbeat: 5_000 });
  const watch = watchConsumer(messages);
  const stop = () => messages.stop();
  options.signal.addEventListener('abort', stop, { once: true });
  if (options.signal.aborted) stop();
  try {
    for await (const message of messages) {
      const task = work(message, options).finally(() => inHand.delete(task));
      inHand.add(task);
      while (inHand.size >= options.concurrency) await Promise.race(inHand);
    }
    await Promise.all(inHand);
  } finally {
    options.signal.removeEventListener('abort', stop);
    watch.stop();
  }
}

/** A consumer that a wiped server no longer knows never speaks again: missed heartbeats end the loop, and taking starts anew. */
function watchConsumer(messages: ConsumerMessages): { stop(): void } {
  let watching = true;
  void (async () => {
    for await (const status of await messages.status()) {
      if (!watching) return;
      if (['heartbeats_missed', 'consumer_deleted', 'consumer_not_found', 'stream_not_found'].includes(String(status.type)))
        messages.stop();
    }
  })().catch(() => undefined);
  return { stop: () => void (watching = false) };
}

async function work(message: JsMsg, options: TakeOptions): Promise<void> {
  const beat = setInterval(() => message.working(), beatMs);
  try {
    await options.handle(message.json<Work>());
  } catch (error) {
    options.onError(error);
  } finally {
    clearInterval(beat);
    message.ack();
  }
}
