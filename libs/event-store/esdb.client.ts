import { retry, withTimeout } from '@pps/concurrency';
import {
  BACKWARDS,
  END,
  EventStoreDBClient,
  FORWARDS,
  InvalidArgumentError,
  MaxAppendSizeExceededError,
  NO_STREAM,
  START,
  StreamNotFoundError,
  WrongExpectedVersionError,
  type JSONEventType,
  type ResolvedEvent,
} from '@eventstore/db-client';
import { fromEsdb, toEsdb } from './esdb.codec';
import { identifyLog, readLogIdentity } from './log-identity';
import { AppendRefused, StoreUnavailable, WrongRevision, type Appended, type EventStore, type ExpectedRevision } from './event-store';
import type { NewFact, RecordedFact } from './recorded-fact';

const readTimeoutMs = 10_000;
const appendAttempts = 4;

/**
 * Connects lazily to `esdb://…` or `esdb+discover://…`; one client per process. Each of the four attempts at an append is given up after
 * `appendTimeoutMs`, 3 s by default.
 */
export function openEventStore(connectionString: string, { appendTimeoutMs = 3_000 } = {}): EventStore {
  const client = EventStoreDBClient.connectionString(connectionString);
  // Credentials on the call choose the client's classic append path, which has a deadline and no state shared between streams.
  const credentials = credentialsOf(connectionString);
  let identity: Promise<string> | undefined;

  async function appendOnce(stream: string, facts: readonly NewFact[], expected: ExpectedRevision): Promise<Appended> {
    const call = client.appendToStream(stream, facts.map(toEsdb), {
      expectedRevision: expected === 'no_stream' ? NO_STREAM : BigInt(expected),
      credentials,
      deadline: appendTimeoutMs,
      requiresLeader: true,
    });
    const result = await withTimeout(call, appendTimeoutMs + 500, 'the answer');
    return { revision: Number(result.nextExpectedRevision), position: result.position?.commit ?? 0n };
  }

  async function append(stream: string, facts: readonly NewFact[], expected: ExpectedRevision): Promise<Appended> {
    const isTransient = (error: unknown) => !(error instanceof WrongExpectedVersionError) && !isRefusal(error);
    return retry(() => appendOnce(stream, facts, expected), { waitMs: appendWaitMs, isTransient }).catch((error: unknown) => {
      if (error instanceof WrongExpectedVersionError) throw new WrongRevision(stream);
      if (isRefusal(error)) throw new AppendRefused(`append to ${stream}: ${messageOf(error)}`, { cause: error });
      throw new StoreUnavailable(`append to ${stream}: ${messageOf(error)}`, { cause: error });
    });
  }

  async function collect(
    what: string,
    reading: AsyncIterable<ResolvedEvent<JSONEventType>> & { cancel(): Promise<void> },
  ): Promise<RecordedFact[]> {
    const facts: RecordedFact[] = [];
    const read = async () => {
      for await (const resolved of reading) {
        const fact = fromEsdb(resolved);
        if (fact) facts.push(fact);
      }
      return facts;
    };
    try {
      return await withTimeout(read(), readTimeoutMs, 'the answer', () => void reading.cancel().catch(() => undefined));
    } catch (error) {
      if (error instanceof StreamNotFoundError) return [];
      throw new StoreUnavailable(`${what}: ${messageOf(error)}`, { cause: error });
    }
  }

  const readFirst = async (what: string, direction: typeof FORWARDS | typeof BACKWARDS): Promise<RecordedFact> => {
    const reading = client.readAll({ direction, fromPosition: direction === FORWARDS ? START : END, maxCount: 1, requiresLeader: true });
    const [fact] = await collect(what, reading as AsyncIterable<ResolvedEvent<JSONEventType>> & { cancel(): Promise<void> });
    if (!fact) throw new StoreUnavailable(`${what}: the log is empty`);
    return fact;
  };

  const read: EventStore['read'] = (stream, fromRevision, maxCount) =>
    collect(
      `read of ${stream}`,
      client.readStream<JSONEventType>(stream, {
        direction: FORWARDS,
        fromRevision: fromRevision === undefined ? START : BigInt(fromRevision),
        ...(maxCount !== undefined && { maxCount }),
        requiresLeader: true,
      }),
    );
  const firstEventId = async () => (await readFirst('first event of the log', FORWARDS)).id;

  return {
    append,
    read,
    last: async (stream) => {
      const reading = client.readStream<JSONEventType>(stream, {
        direction: BACKWARDS,
        fromRevision: END,
        maxCount: 1,
        requiresLeader: true,
      });
      return (await collect(`last of ${stream}`, reading))[0] ?? null;
    },
    head: async () => (await readFirst('read of the head', BACKWARDS)).position,
    identity: () =>
      (identity ??= identifyLog({ append, read }, firstEventId).catch((error: unknown) => {
        identity = undefined;
        throw error;
      })),
    peekIdentity: async () => (await readLogIdentity({ read }))?.logId ?? (await firstEventId()),
    subscribe: (after, signal) => followAll(client, after, signal),
    close: () => client.dispose(),
  };
}

async function* followAll(client: EventStoreDBClient, after: bigint | null, signal: AbortSignal): AsyncGenerator<RecordedFact> {
  signal.throwIfAborted();
  const events = client.subscribeToAll({ fromPosition: after === null ? START : { commit: after, prepare: after } });
  const stop = () => void events.unsubscribe().catch(() => undefined);
  // Errors after the loop has ended concern nobody.
  events.on('error', () => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const resolved of events) {
      const fact = fromEsdb(resolved as ResolvedEvent<JSONEventType>);
      if (fact) yield fact;
    }
  } finally {
    // Without this the call would stay open for ever.
    signal.removeEventListener('abort', stop);
    await events.unsubscribe().catch(() => undefined);
  }
}

function credentialsOf(connectionString: string): { username: string; password: string } {
  const match = /^[^:]+:\/\/([^:@/]+):([^@/]+)@/.exec(connectionString);
  return match
    ? { username: decodeURIComponent(match[1] ?? ''), password: decodeURIComponent(match[2] ?? '') }
    : { username: '-', password: '-' };
}

const appendWaitMs = (failures: number): number | null =>
  failures < appendAttempts ? 50 * 4 ** (failures - 1) * (0.5 + Math.random()) : null;

// The same bytes would be refused again.
const isRefusal = (error: unknown): boolean => error instanceof MaxAppendSizeExceededError || error instanceof InvalidArgumentError;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
