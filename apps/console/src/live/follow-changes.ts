import { ApiError } from 'pin-publishing';
import { client } from '../session/client';
import { isSessionEnded } from '../session/is-session-ended';
import type { NoticedChange } from './names-of-change';

export type LiveMessage =
  | { readonly kind: 'change'; readonly change: NoticedChange | 'all' }
  | { readonly kind: 'live' | 'polling' | 'ended' };

const shortestWaitMs = 1_000;
const longestWaitMs = 30_000;

/** Follows the stream of changes until the signal aborts or the session ends, and goes on after every interruption where it was. */
export async function followChanges(tell: (message: LiveMessage) => void, signal: AbortSignal): Promise<void> {
  let last: string | undefined;
  for (let waitMs = shortestWaitMs; !signal.aborted;) {
    try {
      for await (const { event, id, data } of client.changes.stream(last === undefined ? {} : { last_event_id: last }, { signal })) {
        last = id ?? last;
        waitMs = shortestWaitMs;
        if (event === 'change') tell({ kind: 'change', change: data as unknown as NoticedChange });
        else if (event === 'reset') tell({ kind: 'change', change: 'all' });
        if (event !== 'end') tell({ kind: 'live' });
        else if (data['reason'] === 'credential_ended') return tell({ kind: 'ended' });
        else if (data['reason'] === 'making_room') waitMs = longestWaitMs;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (isSessionEnded(error)) return tell({ kind: 'ended' });
      if (error instanceof ApiError) waitMs = Math.max(waitMs, (error.retryAfterSeconds ?? 0) * 1_000);
    }
    tell({ kind: 'polling' });
    await pause(Math.min(waitMs, longestWaitMs) * (0.75 + Math.random() / 2), signal);
    waitMs *= 2;
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), done()), { once: true });
  });
