import { withTimeout } from '@pps/concurrency';
import { LRUCache } from 'lru-cache';
import type { TakeOptions, WorkItem } from './work-item';

/** How NATS is there for this process: with one server whoever offers work has lost it at the same time, with several only the other may be cut off. */
export type NatsPresence = 'away' | 'one server' | 'cluster';

/** Looks for what is due where no offer comes. Nobody waits for a look: what it finds is had when it is there. */
export interface DueWork {
  /** An item that was found and that nobody here has had lately; begins to look when it is time. */
  next(presence: NatsPresence): WorkItem | null;
  /** Milliseconds until it is time to look; 0 during a look. */
  untilLookMs(presence: NatsPresence): number;
  /** The look under way; never rejected. */
  looking(): Promise<void> | null;
  /** Work for this item has begun here, by whichever way it came. */
  begin(item: WorkItem): () => void;
}

/** While NATS is away: after a look that found as many as can be done at once, and after one that did not. */
const awayMs = { more: 50, idle: 500, failing: 2_000 };
/** While it is there, for what it lost. */
const thereMs = { 'one server': 10_000, cluster: 3_000 };
/** After it has come back, when others may not have known yet, and where it has lost something. */
const soonMs = 2_000;
/** Of what NATS should have brought: for so long it is left to NATS. */
const lostAfterMs = { away: 0, 'one server': 5_000, cluster: 2_500 };
const triedMs = 2_000;
/** A look that takes longer is told of, and is given up for another one when it takes far longer. */
const patienceMs = { told: 5_000, most: 60_000 };
/** What was tried lately may be found again, and others must be found behind it. */
const mostSkipped = 200;

/** `null` where there is no way to look. */
export function dueWorkOf(options: Pick<TakeOptions, 'due' | 'concurrency' | 'onError' | 'signal'>): DueWork | null {
  const { due, concurrency, signal } = options;
  if (!due) return null;
  const tried = new LRUCache<string, true>({ max: 10_000, ttl: triedMs });
  const inHand = new Map<string, number>();
  let found: readonly WorkItem[] = [];
  let looking: Promise<void> | null = null;
  let lookedAt = -Infinity;
  let restMs = { away: 0, 'one server': 0, cluster: 0 };

  const isFree = (item: WorkItem): boolean => !tried.has(keyOf(item)) && !inHand.has(keyOf(item));
  const onError = (error: unknown): void => {
    if (!signal.aborted) options.onError(error);
  };

  const look = async (presence: NatsPresence): Promise<void> => {
    const slow = setTimeout(() => onError(new Error(`looking for due work takes longer than ${patienceMs.told} ms`)), patienceMs.told);
    let away = awayMs.failing;
    try {
      tried.purgeStale();
      const limit = concurrency + Math.min(mostSkipped, tried.size + inHand.size);
      const asked = await withTimeout(due(limit, lostAfterMs[presence]), patienceMs.most, 'looking for due work');
      found = asked.filter(isFree).slice(0, concurrency);
      away = found.length >= concurrency ? awayMs.more : awayMs.idle;
    } catch (error) {
      onError(error);
    }
    clearTimeout(slow);
    const isSuspect = presence === 'away' || found.length > 0;
    restMs = { away, ...(isSuspect ? { 'one server': soonMs, cluster: soonMs } : thereMs) };
    lookedAt = performance.now();
    looking = null;
  };

  const untilLookMs = (presence: NatsPresence): number => (looking ? 0 : Math.max(0, lookedAt + restMs[presence] - performance.now()));

  return {
    untilLookMs,
    looking: () => looking,
    next(presence) {
      const [item = null, ...others] = found.filter(isFree);
      found = others;
      if (!item && !looking && untilLookMs(presence) === 0) looking = look(presence);
      return item;
    },
    begin(item) {
      const key = keyOf(item);
      tried.set(key, true);
      inHand.set(key, (inHand.get(key) ?? 0) + 1);
      return () => {
        const left = (inHand.get(key) ?? 1) - 1;
        if (left > 0) inHand.set(key, left);
        else inHand.delete(key);
      };
    },
  };
}

const keyOf = ({ id, attributes }: WorkItem): string => JSON.stringify([id, attributes]);
