import type { GrpcFailure } from '../transport/grpc-failure';
import type { WriteOutcome, WriteRequest } from './write-request';

/** A write in the queue. Exactly one of `resolve` and `reject` is called, once. */
export interface PendingWrite {
  readonly request: WriteRequest;
  readonly bytes: number;
  /** Milliseconds since the Unix epoch; a write still queued then is not written. */
  readonly deadline: number;
  resolve(outcome: WriteOutcome): void;
  reject(failure: GrpcFailure): void;
}

/** First in, first out, bounded by count and bytes. */
export interface WriteQueue {
  readonly length: number;
  isFull(): boolean;
  enqueue(write: PendingWrite): void;
  /** Removes the oldest writes up to both bounds, at least one if there is any. */
  dequeueGroup(maxWrites: number, maxBytes: number): PendingWrite[];
  /** Removes and returns the writes whose deadline has passed. */
  removeExpired(now: number): PendingWrite[];
}

const maxWrites = 20_000;
const maxBytes = 128 * 1024 * 1024;

export function createWriteQueue(): WriteQueue {
  let queued: PendingWrite[] = [];
  let bytes = 0;
  return {
    get length() {
      return queued.length;
    },
    isFull: () => queued.length >= maxWrites || bytes >= maxBytes,
    enqueue(write) {
      queued.push(write);
      bytes += write.bytes;
    },
    dequeueGroup(maxGroupWrites, maxGroupBytes) {
      let end = 0;
      let groupBytes = 0;
      while (end < queued.length && end < maxGroupWrites) {
        groupBytes += queued[end]!.bytes;
        if (groupBytes > maxGroupBytes && end > 0) break;
        end += 1;
      }
      const group = queued.slice(0, end);
      queued = queued.slice(end);
      for (const write of group) bytes -= write.bytes;
      return group;
    },
    removeExpired(now) {
      const expired = queued.filter((write) => write.deadline <= now);
      if (expired.length > 0) queued = queued.filter((write) => write.deadline > now);
      for (const write of expired) bytes -= write.bytes;
      return expired;
    },
  };
}
