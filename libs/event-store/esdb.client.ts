import { TimedOut } from '@pps/concurrency';
import {
  AccessDeniedError,
  EventStoreDBClient,
  InvalidArgumentError,
  MaxAppendSizeExceededError,
  StreamDeletedError,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import type { ReadRange } from './esdb.codec';
import { identifyLog, readLogIdentity } from './log-identity';
import {
  AppendRefused,
  StoreAccessDenied,
  StoreUnavailable,
  WrongRevision,
  type Appended,
  type EventStore,
  type ExpectedRevision,
} from './event-store';
import type { NewFact, RecordedFact } from './recorded-fact';
import { streamCalls } from './stream-calls.client';
import { defaultPatienceMs, waitForStore } from './wait-for-store';

const readTimeoutMs = 10_000;

/**
 * Connects lazily to `esdb://…` or `esdb+discover://…`; one client per process. While the store elects a leader, or does not answer, appends and
 * reads are repeated for `patienceMs`, 15 s by default; each attempt at an append is given up after `appendTimeoutMs`, 3 s by default.
 */
export function openEventStore(connectionString: string, { appendTimeoutMs = 3_000, patienceMs = defaultPatienceMs } = {}): EventStore {
  const client = EventStoreDBClient.connectionString(connectionString);
  const calls = streamCalls(client);
  let identity: Promise<string> | undefined;

  async function appendOnce(stream: string, facts: readonly NewFact[], expected: ExpectedRevision): Promise<Appended> {
    const appended = await calls.append(stream, facts, expected, appendTimeoutMs);
    if (!appended) throw new WrongRevision(stream);
    return appended;
  }

  async function append(stream: string, facts: readonly NewFact[], expected: ExpectedRevision): Promise<Appended> {
    const isAnswer = (error: unknown) => isConflict(error) || isRefusal(error);
    return waitForStore(() => appendOnce(stream, facts, expected), { patienceMs, isAnswer }).catch((error: unknown) => {
      if (isConflict(error)) throw new WrongRevision(stream);
      if (isRefusal(error)) throw new AppendRefused(`append to ${stream}: ${messageOf(error)}`, { cause: error });
      throw unavailable(`append to ${stream}`, error);
    });
  }

  async function collect(what: string, range: ReadRange): Promise<RecordedFact[]> {
    try {
      return await waitForStore(() => calls.read(range, readTimeoutMs), { patienceMs, isAnswer: isAnswerToRead });
    } catch (error) {
      if (error instanceof StreamNotFoundError) return [];
      throw unavailable(what, error);
    }
  }

  const readFirst = async (what: string, range: Pick<ReadRange, 'from' | 'isBackwards'>): Promise<RecordedFact> => {
    const [fact] = await collect(what, { ...range, maxCount: 1 });
    if (!fact) throw new StoreUnavailable(`${what}: the log is empty`);
    return fact;
  };

  const read: EventStore['read'] = (stream, fromRevision, maxCount) =>
    collect(`read of ${stream}`, {
      stream,
      from: fromRevision === undefined ? 'start' : BigInt(fromRevision),
      ...(maxCount !== undefined && { maxCount }),
    });
  const firstEventId = async () => (await readFirst('first event of the log', { from: 'start' })).id;

  return {
    append,
    read,
    last: async (stream) => {
      const [newest] = await collect(`last of ${stream}`, { stream, from: 'end', isBackwards: true, maxCount: 1 });
      return newest ?? null;
    },
    head: async () => (await readFirst('read of the head', { from: 'end', isBackwards: true })).position,
    identity: () =>
      (identity ??= identifyLog({ append, read }, firstEventId).catch((error: unknown) => {
        identity = undefined;
        throw error;
      })),
    peekIdentity: async () => (await readLogIdentity({ read }))?.logId ?? (await firstEventId()),
    subscribe: (after, signal) => calls.follow(after, signal),
    close: async () => {
      calls.close();
      await client.dispose();
    },
  };
}

/** A read that took too long would take too long again. */
const isAnswerToRead = (error: unknown): boolean =>
  error instanceof StreamNotFoundError || error instanceof StreamDeletedError || error instanceof TimedOut;

const isConflict = (error: unknown): boolean => error instanceof WrongRevision || error instanceof WrongExpectedVersionError;

// The same bytes would be refused again.
const isRefusal = (error: unknown): boolean => error instanceof MaxAppendSizeExceededError || error instanceof InvalidArgumentError;

const unavailable = (what: string, error: unknown): StoreUnavailable =>
  error instanceof AccessDeniedError
    ? new StoreAccessDenied(`${what}: the event store refuses these credentials`, { cause: error })
    : new StoreUnavailable(`${what}: ${messageOf(error)}`, { cause: error });

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
