import { randomUUID } from 'node:crypto';
import type { CommittedLog } from '../log/committed-log';
import { originalStreamOf } from '../log/stream-name';
import { lastRevisionOf, unwritten, type StreamState } from '../log/stream-state';
import { unavailable, writeTimedOut } from '../protocol/failures';
import { settleInFrame } from '../protocol/framed-event';
import { GrpcFailure, grpcStatus } from '../transport/grpc-failure';
import type { WriterConnection } from '../postgres/writer-connection';
import type { WrittenEvent } from './append-decision';
import type { Leadership, Log } from './leadership';
import type { RecentIds } from './recent-ids';
import { planTurn } from './turn-plan';
import { createWriteQueue, type PendingWrite } from './write-queue';

/** Takes writes one turn after the other; each turn is one transaction and is answered after its commit. */
export interface Writer {
  /** Queues a write, or fails it at once when the database is away or the queue is full. */
  submit(write: PendingWrite): void;
  /** True while callers should hold back; `onRelief` then runs once. */
  congested(onRelief: () => void): boolean;
  stop(): void;
}

const maxTurnWrites = 500;
const maxTurnBytes = 4 * 1024 * 1024;
const congestedAt = 2_000;
const overdueCheckMs = 250;

export function createWriter(options: { leadership: Leadership; committed: CommittedLog; recent: RecentIds; log: Log }): Writer {
  const { leadership, committed, recent, log } = options;
  const queue = createWriteQueue();
  let waitingForRelief: (() => void)[] = [];
  let turning = false;

  const turn = async () => {
    while (queue.length > 0) {
      const writes = queue.take(maxTurnWrites, maxTurnBytes);
      const connection = leadership.connection();
      try {
        if (!connection) throw new Error('the writer lock is not held');
        await commit(connection, writes);
      } catch (error) {
        // Whether the transaction became durable is unknown: everything known is dropped and read again.
        leadership.abandon(connection);
        log('warn', 'a group of appends was not confirmed', { writes: writes.length, reason: String(error) });
        for (const write of writes) write.fail(unavailable('the event store database is not available'));
      }
      if (queue.length < congestedAt) for (const relieved of waitingForRelief.splice(0)) relieved();
    }
    turning = false;
  };

  const commit = async (connection: WriterConnection, writes: readonly PendingWrite[]) => {
    const requests = writes.map((write) => write.request);
    const head = committed.head();
    if (head === undefined) throw new Error('the end of the log is not known');
    const states = await statesFor(connection, writes);
    const stored = await storedFor(connection, writes, states);
    const tail = committed.tail;
    const plan = planTurn(
      {
        head,
        now: Date.now(),
        newId: randomUUID,
        stateOf: (stream) => states.get(stream) ?? unwritten,
        recentOf: recent.find,
        storedAt: (stream, revision) => stored.get(`${revision}@${stream}`) ?? eventInTail(tail, stream, revision),
      },
      requests,
    );
    if (plan.events.length > 0) await connection.insert(plan.events);
    const events = plan.events.map(settleInFrame);
    const stillLeading = leadership.connection() === connection;
    if (stillLeading) committed.commit(events, plan.states);
    recent.remember(plan.recent.values());
    writes.forEach((write, index) => write.settle(plan.outcomes[index]!));
    if (stillLeading && events.length > 0) committed.signal.notify(events);
  };

  const statesFor = async (connection: WriterConnection, writes: readonly PendingWrite[]): Promise<Map<string, StreamState>> => {
    const states = new Map<string, StreamState>();
    const missing = new Set<string>();
    for (const { request } of writes) {
      const stream = originalStreamOf(request.stream);
      const known = committed.states.get(stream);
      if (known) states.set(stream, known);
      else missing.add(stream);
    }
    if (missing.size === 0) return states;
    const found = await connection.states([...missing]);
    committed.states.commit(found);
    for (const [stream, state] of found) states.set(stream, state);
    return states;
  };

  // Strong idempotency compares ids at revisions already passed; only those outside of the tail cost a query.
  const storedFor = async (connection: WriterConnection, writes: readonly PendingWrite[], states: ReadonlyMap<string, StreamState>) => {
    const wanted: { stream: string; revision: bigint }[] = [];
    for (const { request } of writes) {
      const { stream, expected } = request;
      if (request.kind !== 'append' || (typeof expected !== 'bigint' && expected !== 'no_stream')) continue;
      const first = expected === 'no_stream' ? 0n : expected + 1n;
      const last = lastRevisionOf(stream, states.get(originalStreamOf(stream)) ?? unwritten);
      for (let revision = first; revision <= last && revision < first + BigInt(request.events.length); revision += 1n) {
        if (!eventInTail(committed.tail, stream, revision)) wanted.push({ stream, revision });
      }
    }
    return wanted.length > 0 ? connection.written(wanted) : new Map<string, WrittenEvent>();
  };

  const overdueCheck = setInterval(() => {
    if (queue.length > 0) for (const write of queue.takeOverdue(Date.now())) write.fail(writeTimedOut());
  }, overdueCheckMs);
  overdueCheck.unref();

  return {
    submit(write) {
      if (!leadership.connection()) return write.fail(unavailable('the event store database is not available'));
      if (queue.full()) return write.fail(new GrpcFailure(grpcStatus.resourceExhausted, 'too many writes are waiting'));
      queue.push(write);
      if (turning) return;
      turning = true;
      setImmediate(() => void turn());
    },
    congested(onRelief) {
      if (queue.length < congestedAt) return false;
      waitingForRelief.push(onRelief);
      return true;
    },
    stop() {
      clearInterval(overdueCheck);
      waitingForRelief = [];
    },
  };
}

function eventInTail(tail: CommittedLog['tail'], stream: string, revision: bigint): WrittenEvent | undefined {
  const events = tail.ofStream(stream);
  const first = events?.at(0);
  if (!events || !first || revision < first.revision) return undefined;
  const event = events.at(Number(revision - first.revision));
  return event?.revision === revision ? event : undefined;
}
