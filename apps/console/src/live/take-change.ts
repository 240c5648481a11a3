import { namesOfChange, type NoticedChange } from './names-of-change';
import { readAgain } from './read-again';

/** The first of several comes at once; those that come close together are taken together. */
const gatherMs = 100;
/** Timers of a window in the background come once a minute. */
const mostWaiting = 500;
const listeners = new Set<(changes: readonly NoticedChange[] | 'all') => void>();
let waiting: NoticedChange[] | 'all' = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let appliedAt = -gatherMs;

/** Takes in a change, or that some were missed. */
export function takeChange(change: NoticedChange | 'all'): void {
  if (change === 'all' || waiting === 'all') waiting = 'all';
  else if (waiting.push(change) > mostWaiting) waiting = 'all';
  timer ??= setTimeout(apply, Math.max(0, appliedAt + gatherMs - performance.now()));
}

/** Calls the listener with what has changed. */
export function listenToChanges(listener: (changes: readonly NoticedChange[] | 'all') => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function apply(): void {
  const changes = waiting;
  waiting = [];
  timer = undefined;
  appliedAt = performance.now();
  readAgain(changes === 'all' ? 'all' : changes.flatMap(namesOfChange));
  for (const listener of listeners) listener(changes);
}
