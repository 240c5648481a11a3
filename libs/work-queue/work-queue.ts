import { linkAbort, orTimeout } from '@pps/concurrency';
import { connect, type NatsConnection } from 'nats';
import { natsAddress } from './nats-address';
import { takeWorkItems } from './take-work-items';
import type { TakeOptions, WorkItem, WorkKind } from './work-item';
import { ensureWorkStream } from './work-stream';

export interface WorkQueue {
  /** Offers a work item to the next free worker. Throws when NATS does not accept it within 2 s. */
  offer(work: WorkItem): Promise<void>;
  /** Takes work items until `signal` aborts, then waits for those that have begun. */
  take(kind: WorkKind, options: TakeOptions): Promise<void>;
  /** Whether NATS answers within 2 s. */
  reachable(): Promise<boolean>;
  close(): Promise<void>;
}

const patienceMs = 2_000;

/** Connects in the background and reconnects for ever: while NATS is unavailable offers fail and takers wait. `onError` is told of the first failure at
 * least, from the start on. NATS may lose every item; sweeps offer what is due again. */
export function openWorkQueue(url: string, onError: (error: unknown) => void): WorkQueue {
  const address = natsAddress(url);
  const ending = new AbortController();
  let connection: Promise<NatsConnection> | undefined;

  const open = async (): Promise<NatsConnection> => {
    const nats = await connect({
      ...address,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 250,
      timeout: patienceMs,
      name: 'pin-publishing',
    });
    try {
      await ensureWorkStream(nats);
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

  // Of a host that neither offers nor takes anything yet somebody would learn of a wrong address much later.
  ready().catch((error: unknown) => {
    if (!ending.signal.aborted) onError(error);
  });

  return {
    async offer(work) {
      const nats = await ready();
      const payload = JSON.stringify(work);
      const publish = () => nats.jetstream({ timeout: patienceMs }).publish(`work.${work.kind}`, payload);
      await publish().catch(async (error: unknown) => {
        // A server that lost its data has lost the stream.
        if (!/no responders|503/i.test(String(error))) throw error;
        await ensureWorkStream(nats);
        await publish();
      });
    },

    async take(kind, options) {
      const taking = linkAbort(options.signal);
      ending.signal.addEventListener('abort', taking.abort, { once: true });
      try {
        await takeWorkItems(ready, kind, { ...options, signal: taking.signal }, onError);
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
