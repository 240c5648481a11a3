import { randomUUID } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import type { CommittedLog } from '../log/committed-log';
import { unwritten } from '../log/stream-state';
import type { WriterConnection } from '../postgres/writer-connection';
import { toEncodedEvents } from '../protocol/encoded-event';
import { databaseUnavailableFailure, writeTimedOutFailure } from '../protocol/failures';
import { GrpcFailure } from '../transport/grpc-failure';
import { planGroupCommit } from './group-commit';
import { findStoredEvent, loadGroupStates, loadStoredIds } from './load-group-states';
import type { WriterLeadership, Log } from './leadership';
import type { RecentIds } from './recent-ids';
import type { WriteOutcome, WriteRequest } from './write-request';

/** Commits writes in groups, one group after the other; each is one transaction and is answered after its commit. */
export interface Writer {
  /** Queues a write, or rejects it at once when the database is unavailable, the queue is full or the writer stops. */
  submit(write: PendingWrite): void;
  /** Undefined below the queue's high-water mark, else resolves when the queue is below it again. */
  backpressure(): Promise<void> | undefined;
  /** Rejects new writes with the failure and resolves when the queued ones are answered. */
  drain(failure: GrpcFailure): Promise<void>;
}

const maxGroupWrites = 500;
const maxGroupBytes = 4 * 1024 * 1024;
const highWaterMark = 2_000;
const expiryCheckMs = 250;

export function createWriter(options: { leadership: WriterLeadership; committed: CommittedLog; recent: RecentIds; log: Log }): Writer {
  const { leadership, committed, recent, log } = options;
  const queue = createWriteQueue();
  let belowHighWaterMark: PromiseWithResolver | undefined;
  let idle: PromiseWithResolver | undefined;
  let committing = false;
  let draining: GrpcFailure | undefined;

  const commitQueue = async () => {
    // Only while something waits: a store that nobody writes to sleeps.
    const expiryCheck = setInterval(rejectExpired, expiryCheckMs).unref();
    while (queue.length > 0) {
      const group = queue.dequeueGroup(maxGroupWrites, maxGroupBytes);
      const connection = leadership.connection();
      try {
        if (!connection) throw new Error('the writer lock is not held');
        await commitGroup(connection, group);
      } catch (error) {
        // Whether the transaction became durable is unknown: all caches are dropped and read again.
        leadership.discard(connection);
        log('warn', 'a group of appends was not confirmed', { writes: group.length, reason: String(error) });
        for (const write of group) write.reject(databaseUnavailableFailure());
      }
      if (queue.length < highWaterMark) belowHighWaterMark = release(belowHighWaterMark);
    }
    clearInterval(expiryCheck);
    committing = false;
    idle = release(idle);
  };

  const commitGroup = async (connection: WriterConnection, group: readonly PendingWrite[]) => {
    const requests = group.map((write) => write.request);
    const head = committed.head();
    if (head === undefined) throw new Error('the end of the log is not known');
    const states = await loadGroupStates(connection, committed, requests);
    const storedIds = await loadStoredIds(connection, committed, requests, states);
    const plan = planGroupCommit(
      {
        head,
        now: await connection.now(),
        newId: randomUUID,
        stateOf: (stream) => states.get(stream) ?? unwritten,
        recentOf: recent.find,
        storedAt: (stream, revision) => storedIds.get(`${revision}@${stream}`) ?? findStoredEvent(committed.tail, stream, revision),
      },
      requests,
    );
    if (plan.events.length > 0) await connection.insert(plan.events);
    const events = toEncodedEvents(plan.events);
    const stillLeading = leadership.connection() === connection;
    if (stillLeading) committed.commit(events, plan.states);
    recent.remember(plan.recent.values());
    group.forEach((write, index) => write.resolve(plan.outcomes[index]!));
    if (stillLeading && events.length > 0) committed.signal.notify(events);
  };

  const rejectExpired = () => {
    for (const write of queue.removeExpired(Date.now())) write.reject(writeTimedOutFailure());
  };

  return {
    submit(write) {
      if (draining) return write.reject(draining);
      if (!leadership.connection()) return write.reject(databaseUnavailableFailure());
      if (queue.isFull()) return write.reject(new GrpcFailure(status.RESOURCE_EXHAUSTED, 'too many writes are waiting'));
      queue.enqueue(write);
      if (committing) return;
      committing = true;
      setImmediate(() => void commitQueue());
    },
    backpressure() {
      if (queue.length < highWaterMark) return undefined;
      return (belowHighWaterMark ??= createPromise()).promise;
    },
    async drain(failure) {
      draining = failure;
      if (committing) await (idle ??= createPromise()).promise;
    },
  };
}

interface PromiseWithResolver {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
}

function createPromise(): PromiseWithResolver {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}

function release(waiting: PromiseWithResolver | undefined): undefined {
  waiting?.resolve();
}

/** A write in the queue. Exactly one of `resolve` and `reject` is called, once. */
interface PendingWrite {
  readonly request: WriteRequest;
  readonly bytes: number;
  /** Milliseconds since the Unix epoch; a write still queued then is not written. */
  readonly deadline: number;
  resolve(outcome: WriteOutcome): void;
  reject(failure: GrpcFailure): void;
}

/** First in, first out, bounded by count and bytes. */
interface WriteQueue {
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

function createWriteQueue(): WriteQueue {
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
