import type { FilterOptions } from '../protocol/read-request.codec';

/** Decides when a filtered subscription reports its position; the same position is never reported twice. */
export interface Checkpoints {
  /** Counts a considered event, matching or not; the position to report behind it, if any. */
  considered(position: bigint): bigint | undefined;
  /** The position to report when the end of the log is reached, if any. */
  caughtUp(): bigint | undefined;
}

const defaultWindow = 32;

export function createCheckpoints({ window, checkpointIntervalMultiplier }: FilterOptions, start: bigint): Checkpoints {
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
    considered(position) {
      current = position;
      since += 1;
      return since >= interval ? report() : undefined;
    },
    caughtUp: () => (current === last ? undefined : report()),
  };
}
