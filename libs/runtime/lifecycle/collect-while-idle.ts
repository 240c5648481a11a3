import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Of the time; a service that nobody uses needs a fiftieth. */
const idleShare = 0.15;
const worthMib = 24;
const mib = 1024 * 1024;

/**
 * Collects all garbage whenever this process has rested for 15 s and its heap is 24 MiB larger than it need be, until a collection frees little; each
 * stops the process for 0.1 to 0.3 s. V8 collects when more is allocated, so one that rests would hold for ever what it needed last.
 */
export function collectWhileIdle(lookEveryMs = 15_000): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let begun = performance.eventLoopUtilization();
  let needed = 0;
  const look = () => {
    const { utilization } = performance.eventLoopUtilization(begun);
    begun = performance.eventLoopUtilization();
    const held = process.memoryUsage().heapTotal;
    if (utilization > idleShare || held < needed + worthMib * mib) return;
    collect();
    // Pages are given back by the collection after the one that emptied them.
    const { heapTotal } = process.memoryUsage();
    if (held - heapTotal < (worthMib / 8) * mib) needed = heapTotal;
  };
  setInterval(look, lookEveryMs).unref();
}
