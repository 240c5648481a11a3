import { linkAbort } from '@pps/concurrency';
import { openQueueConnection, type QueueConnectionOptions, type QueueTrouble } from './queue-connection';
import { natsAddress } from './nats-address';
import { takeWorkItems, type LocalTaker } from './take-work-items';
import type { TakeOptions, WorkItem, WorkKind } from './work-item';

export interface WorkQueue {
  /**
   * Offers a work item to the next free worker: to one of this process at once, else by NATS. Resolves within some seconds also when NATS does not take
   * it: nothing rests on an offer, since who takes looks for what is due where none comes.
   */
  offer(work: WorkItem): Promise<void>;
  /** Takes work items until `signal` aborts, then waits for those that have begun. */
  take(kind: WorkKind, options: TakeOptions): Promise<void>;
  /** Whether offers are lost that no worker of this process takes, as far as is known. */
  isAway(): boolean;
  /** Asks the stream of work items: what is wrong and since when, or null. Answers within some seconds. */
  trouble(): Promise<QueueTrouble | null>;
  close(): Promise<void>;
}

const offerMs = 1_000;

/** Connects in the background and reconnects for ever. NATS is a doorbell: it may lose every item; sweeps offer what is due again, and takers look themselves. */
export function openWorkQueue(
  url: string,
  onError: QueueConnectionOptions['onError'],
  onReturn: QueueConnectionOptions['onReturn'] = () => undefined,
): WorkQueue {
  const connection = openQueueConnection(natsAddress(url), { onError, onReturn });
  const ending = new AbortController();
  const localTakers = new Map<WorkKind, Set<LocalTaker>>();
  const localTakersOf = (kind: WorkKind): Set<LocalTaker> => {
    const known = localTakers.get(kind) ?? new Set<LocalTaker>();
    localTakers.set(kind, known);
    return known;
  };

  return {
    async offer(work) {
      if ([...localTakersOf(work.kind)].some((takeHere) => takeHere(work))) return;
      await connection.tried;
      const nats = connection.open();
      if (!nats) return;
      try {
        await nats.jetstream({ timeout: offerMs }).publish(`work.${work.kind}`, JSON.stringify(work));
      } catch {
        // The stream is asked why, and that is told.
        connection.suspect();
      }
    },

    async take(kind, options) {
      const taking = linkAbort(options.signal);
      ending.signal.addEventListener('abort', taking.abort, { once: true });
      connection.watch();
      try {
        await takeWorkItems(connection, kind, { ...options, signal: taking.signal }, onError, localTakersOf(kind));
      } finally {
        taking.release();
        ending.signal.removeEventListener('abort', taking.abort);
      }
    },

    isAway: () => connection.open() === null,

    trouble: () => connection.trouble(),

    async close() {
      ending.abort();
      await connection.close();
    },
  };
}
