import { queryClient } from '../data/query-client';

/** One change that the stream told of. */
export interface NoticedChange {
  readonly type: string;
  readonly id: string;
  readonly is_new: boolean;
}

const quietMs = 80;
const busyMs = 1_000;
/** Timers of a window in the background come once a minute. */
const mostWaiting = 500;
const listeners = new Set<(changes: readonly NoticedChange[] | 'all') => void>();
let waiting: NoticedChange[] | 'all' = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let appliedAt = 0;

/** Takes in a change, or that some were missed; many in a row are applied together, once a second. */
export function takeChange(change: NoticedChange | 'all'): void {
  if (change === 'all') waiting = 'all';
  else if (waiting !== 'all') waiting = waiting.length < mostWaiting ? [...waiting, change] : 'all';
  timer ??= setTimeout(apply, performance.now() - appliedAt < busyMs ? busyMs : quietMs);
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
  const named = new Set(changes === 'all' ? [] : changes.flatMap(({ type, id }) => [type, `${type}:${id}`]));
  void queryClient.invalidateQueries({
    predicate: ({ meta }) => {
      const of = (meta?.['changes'] as readonly string[] | undefined) ?? [];
      return of.length > 0 && (changes === 'all' || of.some((each) => named.has(each)));
    },
  });
  for (const listener of listeners) listener(changes);
}
