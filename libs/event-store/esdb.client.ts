import { TimedOut, withTimeout } from '@pps/concurrency';
import {
  AccessDeniedError,
  EventStoreDBClient,
  InvalidArgumentError,
  MaxAppendSizeExceededError,
  NO_STREAM,
  START,
  StreamDeletedError,
  WrongExpectedVersionError,
  type JSONEventType,
  type ResolvedEvent,
} from '@eventstore/db-client';
import { followLeader, readCluster, withOneDiscovery, type LeaderFollower } from './cluster/follow-leader';
import { appendBatch } from './append-batch';
import { encodeAppend, type EncodedAppend, type StreamAppend } from './encode-append';
import { coalesceAppends } from './coalesce-appends';
import { fromEsdb, toEsdb } from './esdb.codec';
import { identifyLog, readLogIdentity } from './log-identity';
import { readFacts, type StreamQuestion } from './read-facts';
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
import { defaultPatienceMs, waitForStore } from './wait-for-store';

const readTimeoutMs = 10_000;

/** The client (6.2) does not know the name that the event store has had since. */
const byFormerName = (connectionString: string): string => connectionString.replace(/^kurrentdb(?=(\+discover)?:)/, 'esdb');

/** Throws what the client throws of an address that it cannot read; connects to nothing. */
export function readEventStoreAddress(connectionString: string): void {
  void EventStoreDBClient.connectionString(byFormerName(connectionString)).dispose();
  credentialsOf(connectionString);
}

/**
 * Connects lazily to `esdb://…` or `esdb+discover://…`; one client per process. While the store elects a leader, or does not answer, appends and
 * reads are repeated for `patienceMs`, 15 s by default; each attempt at an append is given up after `appendTimeoutMs`, 3 s by default.
 */
export function openEventStore(connectionString: string, { appendTimeoutMs = 3_000, patienceMs = defaultPatienceMs } = {}): EventStore {
  const address = byFormerName(connectionString);
  const cluster = readCluster(address);
  const client = EventStoreDBClient.connectionString(cluster ? withOneDiscovery(address) : address);
  const follower = cluster && followLeader(client, cluster);
  // Credentials on the call choose the classic path of the client's own append, which has a deadline and no state shared between streams.
  const callOptions = { credentials: credentialsOf(connectionString), deadline: appendTimeoutMs, requiresLeader: true } as const;
  const timeoutMs = appendTimeoutMs + 500;
  let identity: Promise<string> | undefined;

  const appendByOwnMethod = async ({ stream, facts, expected }: StreamAppend): Promise<Appended> => {
    const call = client.appendToStream(stream, facts.map(toEsdb), { ...callOptions, expectedRevision: revisionOf(expected) });
    const result = await withTimeout(call, timeoutMs, 'the answer');
    return { revision: Number(result.nextExpectedRevision), position: result.position?.commit ?? 0n };
  };
  const together = (appends: readonly EncodedAppend[]) => appendBatch(client, appends, callOptions, timeoutMs);
  const oneMessage = async (append: StreamAppend) => together([encodeAppend(append)])[0] as Promise<Appended>;
  const alone = (append: StreamAppend) => (append.facts.length > 1 ? oneMessage(append) : appendByOwnMethod(append));
  const appendCoalesced = coalesceAppends({ alone, together });

  async function append(stream: string, facts: readonly NewFact[], expected: ExpectedRevision): Promise<Appended> {
    const isAnswer = (error: unknown) => error instanceof WrongExpectedVersionError || error instanceof AppendRefused || isRefusal(error);
    let tries = 0;
    const attempt = () => {
      tries += 1;
      const asked = { stream, facts, expected };
      // Together with others, or many facts, it is a message; after that by turns, in case that one of the two ways is what fails.
      if (tries === 1 && facts.length > 0) return appendCoalesced(asked);
      return facts.length > 1 && tries % 2 === 1 ? alone(asked) : appendByOwnMethod(asked);
    };
    return waitForStore(attempt, { patienceMs, isAnswer }).catch((error: unknown) => {
      if (error instanceof AppendRefused) throw error;
      if (error instanceof WrongExpectedVersionError) throw new WrongRevision(stream);
      if (isRefusal(error)) throw new AppendRefused(`append to ${stream}: ${messageOf(error)}`, { cause: error });
      throw unavailable(`append to ${stream}`, error);
    });
  }

  async function readPatiently(what: string, attempt: () => Promise<RecordedFact[]>): Promise<RecordedFact[]> {
    try {
      return await waitForStore(attempt, { patienceMs, isAnswer: isAnswerToRead });
    } catch (error) {
      throw unavailable(what, error);
    }
  }

  const readOf = (question: StreamQuestion) => () => readFacts(client, question, { requiresLeader: true }, readTimeoutMs);
  const readFromAll = async (what: string, from: 'first' | 'last'): Promise<RecordedFact> => {
    const [fact] = await readPatiently(what, readOf({ stream: null, from, maxCount: 1 }));
    if (!fact) throw new StoreUnavailable(`${what}: the log is empty`);
    return fact;
  };
  const read: EventStore['read'] = (stream, fromRevision, maxCount) =>
    readPatiently(`read of ${stream}`, readOf({ stream, from: fromRevision ?? 'first', ...(maxCount !== undefined && { maxCount }) }));
  const firstEventId = async () => (await readFromAll('first event of the log', 'first')).id;

  return {
    append,
    read,
    last: async (stream) => {
      const [newest] = await readPatiently(`last of ${stream}`, readOf({ stream, from: 'last', maxCount: 1 }));
      return newest ?? null;
    },
    head: async () => (await readFromAll('read of the head', 'last')).position,
    identity: () =>
      (identity ??= identifyLog({ append, read }, firstEventId).catch((error: unknown) => {
        identity = undefined;
        throw error;
      })),
    peekIdentity: async () => (await readLogIdentity({ read }))?.logId ?? (await firstEventId()),
    subscribe: (after, signal) => followAll({ client, follower }, after, signal),
    close: () => {
      follower?.stop();
      return client.dispose();
    },
  };
}

async function* followAll(
  { client, follower }: { readonly client: EventStoreDBClient; readonly follower: LeaderFollower | null },
  after: bigint | null,
  signal: AbortSignal,
): AsyncGenerator<RecordedFact> {
  signal.throwIfAborted();
  const events = client.subscribeToAll({ fromPosition: after === null ? START : { commit: after, prepare: after } });
  const stop = () => void events.unsubscribe().catch(() => undefined);
  // Errors after the loop has ended concern nobody.
  events.on('error', () => undefined);
  signal.addEventListener('abort', stop, { once: true });
  const stayed = follower?.onLeave(stop);
  try {
    for await (const resolved of events) {
      const fact = fromEsdb(resolved as ResolvedEvent<JSONEventType>);
      if (fact) yield fact;
    }
  } finally {
    // Without this the call would stay open for ever.
    signal.removeEventListener('abort', stop);
    stayed?.();
    await events.unsubscribe().catch(() => undefined);
  }
}

const revisionOf = (expected: ExpectedRevision) => (expected === 'no_stream' ? NO_STREAM : BigInt(expected));

function credentialsOf(connectionString: string): { username: string; password: string } {
  const match = /^[^:]+:\/\/([^:@/]+):([^@/]+)@/.exec(connectionString);
  return match
    ? { username: decodeURIComponent(match[1] ?? ''), password: decodeURIComponent(match[2] ?? '') }
    : { username: '-', password: '-' };
}

/** A read that took too long would take too long again. */
const isAnswerToRead = (error: unknown): boolean => error instanceof StreamDeletedError || error instanceof TimedOut;

// The same bytes would be refused again.
const isRefusal = (error: unknown): boolean => error instanceof MaxAppendSizeExceededError || error instanceof InvalidArgumentError;

const unavailable = (what: string, error: unknown): StoreUnavailable =>
  error instanceof AccessDeniedError
    ? new StoreAccessDenied(`${what}: the event store refuses these credentials`, { cause: error })
    : new StoreUnavailable(`${what}: ${messageOf(error)}`, { cause: error });

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
