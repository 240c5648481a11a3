export type Ending = 'timeout' | 'aborted';

export interface CallLimit {
  readonly signal: AbortSignal;
  /** Rejects when time is up or the caller gives up, also for a call that still waits for a connection. */
  readonly reached: Promise<never>;
  ended(): Ending | undefined;
  /** Whether the call has ended, or should have: a process that was frozen goes on with its work before its timers fire. */
  hasExpired(): boolean;
  release(): void;
}

/** Ends a call after `timeoutMs` or when `signal` aborts, whichever comes first; `release` must be called at the end. */
export function callLimitOf({ timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined }): CallLimit {
  const controller = new AbortController();
  // A machine that was asleep shows on one clock, a clock that was set back on the other.
  const [startedAt, startedMs] = [performance.now(), Date.now()];
  let ending: Ending | undefined;
  const end = (how: Ending) => {
    ending ??= how;
    controller.abort();
  };
  const giveUp = () => end('aborted');
  const timer = setTimeout(() => end('timeout'), timeoutMs);
  const reached = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason as Error), { once: true });
  });
  // Nobody may be waiting when time is up; without this the rejection would end the process.
  reached.catch(() => undefined);
  if (signal?.aborted === true) giveUp();
  signal?.addEventListener('abort', giveUp, { once: true });
  const release = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  };
  const hasExpired = () => {
    if (Math.max(performance.now() - startedAt, Date.now() - startedMs) >= timeoutMs) end('timeout');
    return ending !== undefined;
  };
  return { signal: controller.signal, reached, ended: () => ending, hasExpired, release };
}
