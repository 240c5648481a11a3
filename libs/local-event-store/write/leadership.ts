import { setTimeout as pause } from 'node:timers/promises';
import type { CommittedLog } from '../log/committed-log';
import type { StoredEvent } from '../log/stored-event';
import type { WriterConnection } from '../postgres/writer-connection';

export type Log = (level: 'info' | 'warn' | 'error', message: string, fields: Record<string, unknown>) => void;

/** Keeps the writer connection: takes it, notices its loss, takes it again. */
export interface Leadership {
  /** The connection to write through; undefined while the lock is not held. */
  connection(): WriterConnection | undefined;
  /** Gives up a connection whose last transaction has an unknown outcome; everything is read again through a new one. */
  abandon(connection: WriterConnection | undefined): void;
  stop(): void;
}

const newestEvents = 2_000;
const newestBytes = 8 * 1024 * 1024;
const firstPauseMs = 50;
const longestPauseMs = 1_000;
const acquireTimeoutMs = 15_000;

/** Resolves once the lock was taken for the first time; rejects with the last reason after 15 s. Later losses are mended in the background. */
export async function takeLeadership(options: {
  connect: (onLost: () => void) => Promise<WriterConnection>;
  committed: CommittedLog;
  onTakeOver: (newest: readonly StoredEvent[]) => void;
  log: Log;
}): Promise<Leadership> {
  const { committed, log } = options;
  let current: WriterConnection | undefined;
  let stopped = false;

  const lose = (connection: WriterConnection | undefined) => {
    if (!connection || current !== connection) return;
    current = undefined;
    committed.giveUp();
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
      const head = await connection.head();
      const newest = await connection.newest(newestEvents, newestBytes);
      if (lost || stopped) throw new Error('the database connection was lost');
      current = connection;
      options.onTakeOver(newest);
      committed.takeOver(head, newest);
    } catch (error) {
      connection.destroy();
      throw error;
    }
  };

  const retry = async (deadline: number): Promise<void> => {
    for (let wait = firstPauseMs; !stopped; wait = Math.min(wait * 2, longestPauseMs)) {
      try {
        return await acquire();
      } catch (error) {
        if (Date.now() >= deadline) throw error;
        await pause(wait);
      }
    }
  };
  const reacquire = async () => {
    await retry(Number.POSITIVE_INFINITY);
    if (!stopped) log('info', 'the event store database is back', { head: String(committed.head()) });
  };

  try {
    await retry(Date.now() + acquireTimeoutMs);
  } catch (error) {
    stopped = true;
    throw error;
  }
  return {
    connection: () => current,
    abandon: lose,
    stop() {
      stopped = true;
      current?.destroy();
    },
  };
}
