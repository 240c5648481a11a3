import { setTimeout as delay } from 'node:timers/promises';
import { pause as realPause, whenAborted } from '@pps/concurrency';
import { removePidFile, writePidFile, type Child } from '@pps/embedded';

export interface SupervisedOptions<C extends Child> {
  readonly name: string;
  readonly pidFile: string;
  readonly graceMs: number;
  /** Resolves when what it needs runs. */
  readonly prerequisites?: () => Promise<unknown>;
  /** Starts it once; what ran before is given, so that a server comes back on the port it had. */
  start(previous: C | undefined): Promise<C>;
  /** It ended unexpectedly; `restartInMs` is absent when it is given up. */
  onEnd(name: string, how: string, restartInMs?: number): void;
  /** Waits before a restart; absent: on the real clock. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface Supervised<C extends Child> {
  readonly name: string;
  /** Starts it, resolves when it runs; rejects when the very first start fails. */
  start(): Promise<C>;
  /** Resolves when it runs, now or after a restart. */
  running(): Promise<void>;
  stop(): Promise<void>;
}

const shortestGoodRunMs = 10_000;
const mostShortRuns = 5;
const longestPauseMs = 10_000;

/**
 * Keeps one process running: restarted with a growing pause, given up when it failed at once five times in a row. Whom somebody kills with
 * SIGKILL has not failed: it is restarted however often that happens.
 */
export function supervise<C extends Child>(options: SupervisedOptions<C>): Supervised<C> {
  const { pause = realPause } = options;
  let current: C | undefined;
  let starting: Promise<C> | undefined;
  let [shortRuns, failures] = [0, 0];
  const stopping = new AbortController();
  // One listener for all starts, however many there are.
  const stopped = whenAborted(stopping.signal);
  let isRunning = false;
  let waiting: (() => void)[] = [];

  const begin = async (): Promise<C> => {
    if (options.prerequisites) await Promise.race([options.prerequisites(), stopped]);
    stopping.signal.throwIfAborted();
    const startedAt = performance.now();
    starting = options.start(current);
    const child = await starting;
    current = child;
    writePidFile(options.pidFile, child.pid);
    isRunning = true;
    for (const resume of waiting) resume();
    waiting = [];
    void child.ended.then(({ code, signal }) => afterEnd(`${code === null ? signal : `exit ${code}`}`, performance.now() - startedAt));
    return child;
  };

  const afterEnd = async (how: string, ranMs: number): Promise<void> => {
    if (stopping.signal.aborted) return;
    isRunning = false;
    const isShort = ranMs < shortestGoodRunMs;
    shortRuns = isShort ? shortRuns + 1 : 1;
    failures = (isShort ? failures : 0) + (how === 'SIGKILL' ? 0 : 1);
    if (failures >= mostShortRuns) return options.onEnd(options.name, how);
    const pauseMs = Math.min(250 * 2 ** (shortRuns - 1), longestPauseMs);
    options.onEnd(options.name, how, pauseMs);
    await pause(pauseMs, stopping.signal);
    const again = performance.now();
    await begin().catch((error: unknown) => afterEnd(error instanceof Error ? error.message : 'failed', performance.now() - again));
  };

  const running = () => (isRunning ? Promise.resolve() : new Promise<void>((resolve) => waiting.push(resolve)));

  const stop = async (): Promise<void> => {
    stopping.abort();
    const child = await Promise.race([starting, delay(options.graceMs, undefined, { ref: false })]).catch(() => undefined);
    await (child ?? current)?.stop(options.graceMs);
    removePidFile(options.pidFile);
  };

  return { name: options.name, start: begin, running, stop };
}
