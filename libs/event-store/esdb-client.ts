import {
  EventStoreDBClient,
  InvalidArgumentError,
  jsonEvent,
  MaxAppendSizeExceededError,
  NO_STREAM,
  WrongExpectedVersionError,
  type JSONType,
} from '@eventstore/db-client';
import { setTimeout as delay } from 'node:timers/promises';
import { within } from './deadline';
import { cancel, openRead } from './esdb-calls';
import { AppendRefused, StoreUnavailable, WrongRevision, type Appended, type EventStore, type ExpectedRevision } from './event-store';
import type { ReadAnswer } from './read-answer';
import { endOfLogRequest, streamRequest, subscriptionRequest } from './read-request';
import type { NewFact, RecordedFact } from './recorded-fact';
import { sharedAppends } from './shared-appends';

const appendTimeoutMs = 3_000;
const readTimeoutMs = 10_000;
const attempts = 4;
const firstOfLog = endOfLogRequest('forwards');
const newestOfLog = endOfLogRequest('backwards');

/** Connects lazily to `esdb://…` or `esdb+discover://…`; one client per process. */
export function openEventStore(connectionString: string): EventStore {
  const client = EventStoreDBClient.connectionString(connectionString);
  // Credentials on the call choose the client's append by a call of its own, with a deadline; its shared one is not to be relied on.
  const credentials = credentialsOf(connectionString);
  const shared = sharedAppends(client, appendTimeoutMs);
  let identity: Promise<string> | undefined;

  async function appendOnce(stream: string, facts: readonly NewFact[], expected: ExpectedRevision): Promise<Appended> {
    const call = client.appendToStream(stream, facts.map(toEsdb), {
      expectedRevision: expected === 'no_stream' ? NO_STREAM : BigInt(expected),
      credentials,
      deadline: appendTimeoutMs,
      requiresLeader: true,
    });
    const result = await within(appendTimeoutMs + 500, `append to ${stream}`, call);
    return { revision: Number(result.nextExpectedRevision), position: result.position?.commit ?? 0n };
  }

  async function append(stream: string, facts: readonly NewFact[], expected: ExpectedRevision): Promise<Appended> {
    for (let attempt = 1; ; attempt++) {
      try {
        const sent = attempt === 1 ? shared.append(stream, facts, expected) : null;
        return await (sent ?? appendOnce(stream, facts, expected));
      } catch (error) {
        if (error instanceof WrongExpectedVersionError) throw new WrongRevision(stream);
        if (error instanceof WrongRevision) throw error;
        if (isRefusal(error)) throw new AppendRefused(`append to ${stream}: ${messageOf(error)}`, { cause: error });
        if (attempt === attempts) throw new StoreUnavailable(`append to ${stream}: ${messageOf(error)}`, { cause: error });
        await delay(50 * 4 ** (attempt - 1) * (0.5 + Math.random()));
      }
    }
  }

  async function collect(what: string, request: Buffer): Promise<RecordedFact[]> {
    let reading: Awaited<ReturnType<typeof openRead>> | undefined;
    const read = async () => {
      const opened = (reading = await openRead(client, request, { requiresLeader: true }));
      const facts: RecordedFact[] = [];
      await new Promise((resolve, reject) => {
        opened.on('data', ({ fact }: ReadAnswer) => fact && facts.push(fact));
        opened.on('error', reject).on('end', resolve);
      });
      return facts;
    };
    try {
      return await within(readTimeoutMs, what, read(), () => reading && cancel(reading));
    } catch (error) {
      throw error instanceof StoreUnavailable ? error : new StoreUnavailable(`${what}: ${messageOf(error)}`, { cause: error });
    }
  }

  const first = async (what: string, request: Buffer): Promise<RecordedFact> => {
    const [fact] = await collect(what, request);
    if (!fact) throw new StoreUnavailable(`${what}: the log is empty`);
    return fact;
  };

  return {
    append,
    read: (stream, fromRevision, maxCount) => collect(`read of ${stream}`, streamRequest(stream, 'forwards', fromRevision, maxCount)),
    last: async (stream) => (await collect(`last of ${stream}`, streamRequest(stream, 'backwards', undefined, 1)))[0] ?? null,
    head: async () => (await first('look at the head', newestOfLog)).position,
    identity: () =>
      (identity ??= first('identity of the log', firstOfLog)
        .then((fact) => fact.id)
        .catch((error: unknown) => {
          identity = undefined;
          throw error;
        })),
    subscribe: (after, signal) => subscription(client, after, signal),
    close: () => client.dispose(),
  };
}

async function* subscription(client: EventStoreDBClient, after: bigint | null, signal: AbortSignal): AsyncGenerator<RecordedFact> {
  signal.throwIfAborted();
  const answers = await openRead(client, subscriptionRequest(after), { requiresLeader: false });
  const stop = () => cancel(answers);
  // What goes wrong after the loop has been left is nobody's any more.
  answers.on('error', () => undefined);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const { fact } of answers as AsyncIterable<ReadAnswer>) if (fact) yield fact;
  } finally {
    // Leaving the loop alone would keep the call open for ever.
    signal.removeEventListener('abort', stop);
    stop();
  }
}

function credentialsOf(connectionString: string): { username: string; password: string } {
  const match = /^[^:]+:\/\/([^:@/]+):([^@/]+)@/.exec(connectionString);
  return match
    ? { username: decodeURIComponent(match[1] ?? ''), password: decodeURIComponent(match[2] ?? '') }
    : { username: '-', password: '-' };
}

// The same bytes would be refused again.
const isRefusal = (error: unknown): boolean => error instanceof MaxAppendSizeExceededError || error instanceof InvalidArgumentError;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const toEsdb = ({ id, type, data, metadata }: NewFact) =>
  jsonEvent({ id, type, data: data as JSONType, metadata: metadata as unknown as Record<string, JSONType> });
