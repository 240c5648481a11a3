import { linkAbort, orTimeout } from '@pps/concurrency';
import { connect, type NatsConnection } from 'nats';
import { takeWork } from './take-work';
import type { TakeOptions, Work, WorkKind } from './work';
import { ensureStream } from './work-stream';

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

const patienceMs = 2_000;

/** Connects in the background and for ever: while NATS is away offers fail and takers wait. It may lose everything; a sweep offers again. */
export function openWorkQueue(url: string, onError: (error: unknown) => void): WorkQueue {
  const ending = new AbortController();
  let connection: Promise<NatsConnection> | undefined;

  const open = async (): Promise<NatsConnection> => {
    const nats = await connect({
      servers: url,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 250,
      timeout: patienceMs,
      name: 'pin-publishing',
    });
    try {
      await ensureStream(nats);
    } catch (error) {
      await nats.close();
      throw error;
    }
    void nats.closed().then(() => (connection = undefined));
    return nats;
  };

  const ready = (): Promise<NatsConnection> => {
    if (ending.signal.aborted) return Promise.reject(new Error('the work queue has been closed'));
    return (connection ??= open().catch((error: unknown) => {
      connection = undefined;
      throw error;
    }));
  };

  return {
    async offer(work) {
      const nats = await ready();
      const payload = JSON.stringify(work);
      const publish = () => nats.jetstream({ timeout: patienceMs }).publish(`work.${work.kind}`, payload);
      await publish().catch(async (error: unknown) => {
        // A wiped server has forgotten the stream.
        if (!/no responders|503/i.test(String(error))) throw error;
        await ensureStream(nats);
        await publish();
      });
    },

    async take(kind, options) {
      const taking = linkAbort(options.signal);
      ending.signal.addEventListener('abort', taking.abort, { once: true });
      try {
        await takeWork(ready, kind, { ...options, signal: taking.signal }, onError);
      } finally {
        taking.release();
        ending.signal.removeEventListener('abort', taking.abort);
      }
    },

    async reachable() {
      const answer = ready()
        .then((nats) => nats.rtt())
        .then(() => true)
        .catch(() => false);
      return (await orTimeout(answer, patienceMs)) ?? false;
    },

    async close() {
      const last = connection;
      ending.abort();
      const nats = await last?.catch(() => undefined);
      await nats?.close();
    },
  };
}
