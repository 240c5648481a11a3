import { setTimeout as delay } from 'node:timers/promises';

export interface LoadResult {
  readonly perSecond: number;
  /** From the moment each call was due, so that a stall counts for every call that was due during it; milliseconds. */
  readonly latencies: readonly number[];
  readonly failures: number;
}

/**
 * Open model: calls fall due at random (Poisson) moments whatever happens to those before; at most `inFlight` run at once, the others wait
 * with their clocks running.
 */
export async function openLoad(
  options: { readonly ratePerSecond: number; readonly seconds: number; readonly inFlight: number },
  call: (n: number) => Promise<boolean>,
): Promise<LoadResult> {
  const latencies: number[] = [];
  const running = new Set<Promise<void>>();
  let failures = 0;
  const begun = performance.now();
  let due = begun;
  for (let n = 0; due < begun + options.seconds * 1000; n++) {
    due += (-Math.log(1 - Math.random()) * 1000) / options.ratePerSecond;
    const wait = due - performance.now();
    if (wait > 1) await delay(wait);
    while (running.size >= options.inFlight) await Promise.race(running);
    const wasDue = due;
    const task = call(n)
      .catch(() => false)
      .then((ok) => {
        if (ok) latencies.push(performance.now() - wasDue);
        else failures++;
      })
      .finally(() => running.delete(task));
    running.add(task);
  }
  await Promise.all(running);
  return { perSecond: latencies.length / ((performance.now() - begun) / 1000), latencies, failures };
}

/** Closed model, for the highest rate: `inFlight` callers, each calls again as soon as it is answered. */
export async function closedLoad(seconds: number, inFlight: number, call: (n: number) => Promise<boolean>): Promise<LoadResult> {
  const latencies: number[] = [];
  let failures = 0;
  let n = 0;
  const begun = performance.now();
  const until = begun + seconds * 1000;
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (performance.now() < until) {
        const started = performance.now();
        if (await call(n++).catch(() => false)) latencies.push(performance.now() - started);
        else failures++;
      }
    }),
  );
  return { perSecond: latencies.length / ((performance.now() - begun) / 1000), latencies, failures };
}

/** The middle value; NaN of nothing. */
export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** Nearest-rank percentile, `rank` in 0..100. */
export function percentile(values: readonly number[], rank: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil((rank / 100) * sorted.length) - 1))] ?? NaN;
}
