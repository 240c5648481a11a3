import { TimedOutError } from './errors';
import type { ServerEvent } from './lines';
import { sleep } from './retries';

/** What can be waited for, as it was answered. */
export interface Settling {
  readonly id: string;
  readonly status: string;
}

export interface WaitOptions {
  /** How long to wait at most, in milliseconds; 10 minutes where nothing is said. Throws `TimedOutError` then. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called with each state that is new. */
  readonly onChange?: ((now: Settling) => void) | undefined;
}

const ended = new Set(['published', 'failed', 'done', 'canceled', 'completed', 'completed_with_errors']);
const [firstPauseMs, longestPauseMs, longestNapMs] = [250, 5_000, 30_000];

type Signalled = { readonly signal?: AbortSignal | undefined };

/**
 * Reads a pin, schedule or import whenever the stream of changes tells of it, until nothing happens to it by itself any more; where there is no stream, again
 * and again, less and less often.
 */
export async function waitUntilSettled<Thing extends Settling>(
  thing: Thing,
  read: (options: Signalled) => Promise<Thing>,
  listen: (options: Signalled) => AsyncIterable<ServerEvent>,
  { timeoutMs = 600_000, signal, onChange }: WaitOptions = {},
): Promise<Thing> {
  const until = Date.now() + timeoutMs;
  const ending = new AbortController();
  let [now, seen, isTold, isLive, wake] = [thing, thing.status, false, true, (): void => undefined];
  const hear = async (): Promise<void> => {
    for await (const { event, data } of listen({ signal: ending.signal })) {
      // What changed before the stream was open is told by none.
      if (!/^(open|reset)$/.test(event) && !Object.values(data).includes(thing.id)) continue;
      isTold = true;
      wake();
    }
  };
  const stopHearing = (): void => {
    isLive = false;
    wake();
  };
  if (!ended.has(now.status)) void hear().then(stopHearing, stopHearing);
  try {
    for (let pauseMs = firstPauseMs; !ended.has(now.status); pauseMs = Math.min(isLive ? longestNapMs : longestPauseMs, pauseMs * 1.5)) {
      const left = until - Date.now();
      if (left <= 0) throw new TimedOutError(timeoutMs);
      if (!isTold) await sleep(Math.min(left, Math.max(pauseMs, restUntil(now))), signal, (end) => (wake = end));
      isTold = false;
      now = await read({ signal });
      if (now.status !== seen) {
        seen = now.status;
        pauseMs = firstPauseMs;
        onChange?.(now);
      }
    }
    return now;
  } finally {
    ending.abort();
  }
}

/** Nothing happens before the time that it says itself; changes by others are seen half a minute later at most. */
function restUntil(thing: Settling): number {
  const { next_attempt_at: next, run_at: run } = thing as { readonly next_attempt_at?: unknown; readonly run_at?: unknown };
  const due = next ?? (thing.status === 'scheduled' ? run : null);
  return due instanceof Date ? Math.min(longestNapMs, due.getTime() - Date.now()) : 0;
}
