import type { Logger } from '@pps/runtime';
import { describeQueueError } from '@pps/work-queue';
import { LRUCache } from 'lru-cache';

/** The stream is asked four times a second while it does not answer. */
const quietMs = 5_000;
/** Reasons have few texts; addresses in them may be many. */
const mostReasons = 100;

/** Two silences so far apart are one that lasts: each is a wait of up to 2 s, and the next begins a quarter of a second later. */
const lastingMs = { atLeast: 1_000, atMost: 10_000 };

/** Shorter is how long a start takes to connect. */
const toldFromMs = 1_000;

export interface QueueNews {
  readonly onError: (error: unknown) => void;
  /** It can be used again after so many milliseconds. */
  readonly onReturn: (awayMs: number) => void;
}

/**
 * What is logged of a work queue that cannot be used: each reason at once, and again every 5 s for as long as it lasts, however many take turns. A
 * silence is told when it lasts: the first may be this host's own, busy with its start. Then that the queue is there again, and for how long it was not.
 */
export function tellOfQueue(logger: Pick<Logger, 'warn' | 'info'>, uptimeMs: () => number = () => performance.now()): QueueNews {
  const toldAt = new LRUCache<string, number>({ max: mostReasons });
  let silence: { readonly from: number; readonly last: number } | null = null;

  const isLasting = (): boolean => {
    const now = uptimeMs();
    const isNew = !silence || now - silence.last > lastingMs.atMost;
    silence = { from: isNew || !silence ? now : silence.from, last: now };
    return now - silence.from >= lastingMs.atLeast;
  };

  return {
    onError(error) {
      if (isSilence(error) && !isLasting()) return;
      const reason = describeQueueError(error);
      if (uptimeMs() - (toldAt.get(reason) ?? -Infinity) < quietMs) return;
      toldAt.set(reason, uptimeMs());
      logger.warn({ setting: 'NATS_URL', reason }, `waiting for NATS_URL: ${reason}`);
    },
    onReturn(awayMs) {
      silence = null;
      if (awayMs < toldFromMs) return;
      const seconds = Math.round(awayMs / 100) / 10;
      logger.info({ setting: 'NATS_URL', away_seconds: seconds }, `NATS_URL answers after ${seconds} s`);
    },
  };
}

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

/** As the client (nats 2.29) says that no answer came in time. */
const isSilence = (error: unknown): boolean => codeOf(error) === 'TIMEOUT';
