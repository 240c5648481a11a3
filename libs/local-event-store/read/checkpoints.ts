import type { ReadFilter } from '../protocol/read-request.codec';

/** Decides when a filtered subscription reports its position; the same position is never reported twice. */
export interface FilterCheckpoints {
  /** Counts an event that the filter was asked about, matching or not; returns the position to report after it, if any. */
  countConsidered(position: bigint): bigint | undefined;
  /** Returns the position to report when the end of the log is reached, if any. */
  reportAtHead(): bigint | undefined;
}

const defaultWindow = 32;

export function createCheckpoints({ window, checkpointIntervalMultiplier }: ReadFilter, start: bigint): FilterCheckpoints {
  const interval = Math.max(1, (window || defaultWindow) * Math.max(1, checkpointIntervalMultiplier));
  let last = start;
  let current = start;
  let since = 0;
  const report = () => {
    since = 0;
    last = current;
    return current;
  };
  return {
    countConsidered(position) {
      current = position;
      since += 1;
      return since >= interval ? report() : undefined;
    },
    reportAtHead: () => (current === last ? undefined : report()),
  };
}
