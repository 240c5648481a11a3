import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Of the time; a service that nobody uses needs a fiftieth. */
const idleShare = 0.03;
const idleLooks = 4;
const mib = 1024 * 1024;
const worthBytes = 24 * mib;

/** What is asked of a heap at each look, and done to it. */
export interface WatchedHeap {
  /** Of the time since it was last asked, from 0 to 1. */
  readonly busyShare: () => number;
  readonly usedBytes: () => number;
  readonly collect: () => void;
}

/**
 * Collects all garbage when this process has rested for four looks and its heap is 24 MiB larger than the last collection left it; each stops the process
 * for 0.1 to 0.3 s. V8 collects when more is allocated, so one that rests would hold for ever what it needed last.
 */
export function collectWhileIdle(lookEveryMs = 15_000, heap = ownHeap()): void {
  let rested = 0;
  let needed = 0;
  let isAgain = false;
  const look = () => {
    rested = heap.busyShare() > idleShare ? 0 : rested + 1;
    const used = heap.usedBytes();
    needed = Math.min(needed, used);
    const isLarger = used >= needed + worthBytes;
    if (rested < idleLooks || !(isLarger || isAgain)) return;
    // Pages are given back by the collection after the one that emptied them.
    isAgain = isLarger;
    heap.collect();
    needed = heap.usedBytes();
    rested = 0;
  };
  setInterval(look, lookEveryMs).unref();
}

function ownHeap(): WatchedHeap {
  setFlagsFromString('--expose-gc');
  let begun = performance.eventLoopUtilization();
  return {
    busyShare: () => {
      const { utilization } = performance.eventLoopUtilization(begun);
      begun = performance.eventLoopUtilization();
      return utilization;
    },
    usedBytes: () => process.memoryUsage().heapUsed,
    collect: runInNewContext('gc') as () => void,
  };
}
