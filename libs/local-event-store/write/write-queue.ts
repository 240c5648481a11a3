import type { GrpcFailure } from '../transport/grpc-failure';
import type { WriteOutcome, WriteRequest } from './write-request';

/** A write that waits for its turn. Exactly one of `settle` and `fail` is called, once. */
export interface PendingWrite {
  readonly request: WriteRequest;
  readonly bytes: number;
  /** Milliseconds since the Unix epoch; a write still waiting then is not written. */
  readonly deadline: number;
  settle(outcome: WriteOutcome): void;
  fail(failure: GrpcFailure): void;
}

/** First in, first out, bounded by count and bytes. */
export interface WriteQueue {
  readonly length: number;
  full(): boolean;
  push(write: PendingWrite): void;
  /** The oldest writes up to the bounds of one turn, at least one if any. */
  take(maxWrites: number, maxBytes: number): PendingWrite[];
  /** Removes and returns the writes whose deadline has passed. */
  takeOverdue(now: number): PendingWrite[];
}

const maxWaiting = 20_000;
const maxWaitingBytes = 128 * 1024 * 1024;

export function createWriteQueue(): WriteQueue {
  let waiting: PendingWrite[] = [];
  let start = 0;
  let bytes = 0;
  const compact = () => {
    waiting = waiting.slice(start);
    start = 0;
  };
  return {
    get length() {
      return waiting.length - start;
    },
    full: () => waiting.length - start >= maxWaiting || bytes >= maxWaitingBytes,
    push(write) {
      waiting.push(write);
      bytes += write.bytes;
    },
    take(maxWrites, maxBytes) {
      let end = start;
      let taken = 0;
      while (end < waiting.length && end - start < maxWrites) {
        taken += waiting[end]!.bytes;
        if (taken > maxBytes && end > start) break;
        end += 1;
      }
      const turn = waiting.slice(start, end);
      for (const write of turn) bytes -= write.bytes;
      start = end;
      compact();
      return turn;
    },
    takeOverdue(now) {
      compact();
      const overdue = waiting.filter((write) => write.deadline <= now);
      if (overdue.length > 0) waiting = waiting.filter((write) => write.deadline > now);
      for (const write of overdue) bytes -= write.bytes;
      return overdue;
    },
  };
}
