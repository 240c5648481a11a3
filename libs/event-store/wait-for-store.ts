import { exponential, retry, TimedOut } from '@pps/concurrency';
import { CancelledError, DeadlineExceededError, NotLeaderError, TimeoutError, UnavailableError, UnknownError } from '@eventstore/db-client';
import { AsyncLocalStorage } from 'node:async_hooks';

/** Longer than a cluster needs to elect a leader. */
export const defaultPatienceMs = 15_000;

interface Outage {
  giveUpAt: number | null;
}

const outages = new AsyncLocalStorage<Outage>();

/** Runs `work`, whose calls of the event store wait for it together, not each anew: a request waits once. */
export const shareStorePatience = <T>(work: () => T): T => outages.run({ giveUpAt: null }, work);

/** Runs `work`, whose first call that fails is told at once: for who repeats the whole himself, and says what he waits for. */
export const withoutStorePatience = <T>(work: () => Promise<T>): Promise<T> => outages.run({ giveUpAt: 0 }, work);

const waitMs = exponential(50, 500);
const answersQuicklyAtMost = 4;

/**
 * Repeats a call while the store has no leader, with growing waits and jitter, until `patienceMs` after the call that failed first; then throws
 * what was thrown last. An error that names another reason ends it after 4 tries, and one that `isAnswer` at once.
 */
export async function waitForStore<T>(
  call: () => Promise<T>,
  { patienceMs, isAnswer }: { readonly patienceMs: number; readonly isAnswer: (error: unknown) => boolean },
): Promise<T> {
  const outage = outages.getStore() ?? { giveUpAt: null };
  const begunAt = performance.now();
  try {
    const value = await retry(call, {
      waitMs: (failures) => {
        const wait = waitMs(failures) * (0.5 + Math.random() / 2);
        const now = performance.now();
        outage.giveUpAt ??= begunAt + patienceMs;
        if (now + wait <= outage.giveUpAt) return wait;
        outage.giveUpAt = now;
        return null;
      },
      isTransient: attemptsOf(isAnswer),
    });
    outage.giveUpAt = null;
    return value;
  } catch (error) {
    if (isAnswer(error)) outage.giveUpAt = null;
    throw error;
  }
}

function attemptsOf(isAnswer: (error: unknown) => boolean): (error: unknown) => boolean {
  let others = 0;
  return (error) => !isAnswer(error) && (isWithoutLeader(error) || ++others < answersQuicklyAtMost);
}

/** Nobody answers, or not in time, or only a node that does not lead: this passes when a leader is elected. */
function isWithoutLeader(error: unknown): boolean {
  if (error instanceof UnknownError) return lostConnection.test(error.message);
  return withoutLeader.some((kind) => error instanceof kind) || (error instanceof Error && foundNobody.test(error.message));
}

const withoutLeader = [UnavailableError, NotLeaderError, CancelledError, DeadlineExceededError, TimeoutError, TimedOut] as const;
/** What gRPC makes of a connection that ends in the middle of an answer. */
const foundNobody = /^Failed to discover/;
const lostConnection = /RST_STREAM|Connection dropped|not ready/i;
