import { describeDatabaseError, isDatabaseRefusal } from '@pps/read-store/is-database-unavailable';
import { TransactionsPooled } from '@pps/read-store/pooler';
import { setTimeout as delay } from 'node:timers/promises';
import type { CommittedLog } from '../log/committed-log';
import type { StoredEvent } from '../log/stored-event';
import type { WriterConnection } from '../postgres/writer-connection';

export type Log = (level: 'info' | 'warn' | 'error', message: string, fields: Record<string, unknown>) => void;

/** Holds the writer lock: acquires it, notices its loss, acquires it again. */
export interface WriterLeadership {
  /** The connection that holds the lock; undefined while it is not held. */
  connection(): WriterConnection | undefined;
  /** Closes a connection whose last transaction has an unknown outcome; everything is read again through a new one. */
  discard(connection: WriterConnection | undefined): void;
  stop(): void;
}

const newestEvents = 2_000;
const newestBytes = 8 * 1024 * 1024;
const firstRetryMs = 50;
const longestRetryMs = 1_000;
const sayEveryMs = 5_000;

/** What nobody mends while a start waits. */
const isHopeless = (error: unknown): boolean => isDatabaseRefusal(error) || error instanceof TransactionsPooled;

/** Resolves once the lock is held; rejects with the last reason after `timeoutMs`, or at once where waiting does not help. A lock lost later is acquired again in the background. */
export async function acquireLeadership(options: {
  connect: (onLost: () => void) => Promise<WriterConnection>;
  committed: CommittedLog;
  timeoutMs: number;
  onAcquired: (newest: readonly StoredEvent[]) => void;
  log: Log;
}): Promise<WriterLeadership> {
  const { committed, log } = options;
  let current: WriterConnection | undefined;
  let stopped = false;

  const lose = (connection: WriterConnection | undefined) => {
    if (!connection || current !== connection) return;
    current = undefined;
    committed.invalidate();
    connection.destroy();
    if (stopped) return;
    log('warn', 'lost the event store database', {});
    void reacquire();
  };

  const acquire = async (): Promise<void> => {
    let acquired: WriterConnection | undefined = undefined;
    let lost = false;
    const connection = await options.connect(() => {
      lost = true;
      lose(acquired);
    });
    acquired = connection;
    try {
      const head = await connection.readHead();
      const newest = await connection.readNewest(newestEvents, newestBytes);
      if (lost || stopped) throw new Error('the database connection was lost');
      current = connection;
      options.onAcquired(newest);
      committed.reset(head, newest);
    } catch (error) {
      connection.destroy();
      throw error;
    }
  };

  const retryUntil = async (deadline: number): Promise<void> => {
    let said = -Infinity;
    for (let wait = firstRetryMs; !stopped; wait = Math.min(wait * 2, longestRetryMs)) {
      try {
        return await acquire();
      } catch (error) {
        if (Date.now() >= deadline || (deadline < Infinity && isHopeless(error))) throw error;
        if (!stopped && performance.now() - said >= sayEveryMs) {
          said = performance.now();
          log('warn', 'waiting for the event store database', { reason: describeDatabaseError(error) });
        }
        await delay(wait);
      }
    }
  };
  const reacquire = async () => {
    await retryUntil(Number.POSITIVE_INFINITY);
    if (!stopped) log('info', 'the event store database is back', { head: String(committed.head()) });
  };

  try {
    await retryUntil(Date.now() + options.timeoutMs);
  } catch (error) {
    stopped = true;
    throw error;
  }
  return {
    connection: () => current,
    discard: lose,
    stop() {
      stopped = true;
      current?.destroy();
    },
  };
}
