import { withTimeout } from '@pps/concurrency';
import { setMaxListeners } from 'node:events';
import type { EventStoreDBClient } from '@eventstore/db-client';
import { convertToCommandError } from '@eventstore/db-client/dist/utils';
import { Client, status, type CallOptions, type Metadata, type StatusObject } from '@grpc/grpc-js';
import { decodeAppended, decodeRead, encodeAppend, encodeRead, encodeSubscription, type ReadRange } from './esdb.codec';
import type { Appended, ExpectedRevision } from './event-store';
import type { NewFact, RecordedFact } from './recorded-fact';

/** What the client shows to its own methods only: its connection, which finds the leader, and what each call carries. */
interface ConnectionOfClient {
  execute<T>(kind: typeof Client, what: string, action: (connected: Client) => Promise<T>): Promise<T>;
  callArguments(options: { readonly requiresLeader: boolean }): [Metadata, CallOptions];
}

export interface StreamCalls {
  /** Null where the stream's revision is not the expected one; the server gives up after `timeoutMs`. Throws the client's errors, `TimedOut`. */
  append(stream: string, facts: readonly NewFact[], expected: ExpectedRevision, timeoutMs: number): Promise<Appended | null>;
  /** Nothing for a stream that does not exist. Throws the client's errors, `TimedOut`. */
  read(range: ReadRange, timeoutMs: number): Promise<RecordedFact[]>;
  /** Every fact after a position; ends when `signal` aborts, the server ends it or `close` is called. Throws the client's errors. */
  follow(after: bigint | null, signal: AbortSignal): AsyncGenerator<RecordedFact>;
  /** Ends the subscriptions. */
  close(): void;
}

const appendPath = '/event_store.client.streams.Streams/Append';
const readPath = '/event_store.client.streams.Streams/Read';
/** Facts of a subscription that wait in memory at most. */
const aheadAtMost = 64;

/**
 * Appends, reads and subscriptions on the client's connection, as gRPC calls without what the client's own methods build for each: streams, queues,
 * generated messages, an error with its trace for a stream that does not exist. They were most of what a command cost its process.
 */
export function streamCalls(client: EventStoreDBClient): StreamCalls {
  const connection = client as unknown as ConnectionOfClient;
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  const run = (what: string, call: Exchange, requiresLeader = true): Promise<void> => {
    const [metadata, { credentials }] = connection.callArguments({ requiresLeader });
    return connection.execute(Client, what, (connected) => exchange(connected, call, metadata, credentials));
  };
  return {
    async append(stream, facts, expected, timeoutMs) {
      let appended: Appended | null = null;
      const onMessage = (message: Buffer) => {
        appended = decodeAppended(message);
        return true;
      };
      const requests = encodeAppend(stream, facts, expected);
      const call = run('append', { path: appendPath, requests, deadline: Date.now() + timeoutMs, onMessage });
      await withTimeout(call, timeoutMs + 500, 'the answer');
      return appended;
    },

    async read(range, timeoutMs) {
      const facts: RecordedFact[] = [];
      let cancel: (() => void) | 'at once' | undefined;
      const onBegun = (call: RunningCall) => {
        if (cancel === 'at once') call.cancel();
        else cancel = call.cancel;
      };
      const onMessage = (message: Buffer) => {
        const fact = decodeRead(message);
        if (fact) facts.push(fact);
        return true;
      };
      const call = run('read', { path: readPath, requests: [encodeRead(range)], onBegun, onMessage });
      await withTimeout(call, timeoutMs, 'the answer', () => {
        if (typeof cancel === 'function') cancel();
        cancel = 'at once';
      });
      return facts;
    },

    async *follow(after, signal) {
      signal.throwIfAborted();
      const isOver = () => signal.aborted || closing.signal.aborted;
      const waiting: RecordedFact[] = [];
      let begun: RunningCall | undefined;
      let ended: { readonly error?: unknown } | undefined;
      let wake = (): void => undefined;
      const onBegun = (call: RunningCall) => {
        begun = call;
        if (isOver()) call.cancel();
      };
      const onMessage = (message: Buffer) => {
        const fact = decodeRead(message);
        if (fact) waiting.push(fact);
        wake();
        return waiting.length < aheadAtMost;
      };
      const stop = () => {
        begun?.cancel();
        wake();
      };
      for (const ending of [signal, closing.signal]) ending.addEventListener('abort', stop);
      void run('subscribe', { path: readPath, requests: [encodeSubscription(after)], onBegun, onMessage }, false)
        .then(
          () => (ended = {}),
          (error: unknown) => (ended = { error }),
        )
        .finally(() => wake());
      try {
        while (!isOver()) {
          const facts = waiting.splice(0);
          if (facts.length >= aheadAtMost) begun?.readOn();
          if (facts.length > 0) yield* facts;
          else if (ended) break;
          else await new Promise<void>((resolve) => (wake = resolve));
        }
        if (!isOver() && ended?.error !== undefined) throw ended.error;
      } finally {
        // Without this the call would stay open for ever.
        for (const ending of [signal, closing.signal]) ending.removeEventListener('abort', stop);
        stop();
      }
    },

    close: () => closing.abort(),
  };
}

interface RunningCall {
  readonly cancel: () => void;
  /** Asks for the next message, after `onMessage` has answered false. */
  readonly readOn: () => void;
}

interface Exchange {
  readonly path: string;
  readonly requests: readonly Buffer[];
  /** Milliseconds since 1970; none when absent. */
  readonly deadline?: number;
  readonly onBegun?: (call: RunningCall) => void;
  /** Takes a message of the answer; whether the next one may come. */
  readonly onMessage: (message: Buffer) => boolean;
}

/** One gRPC call: sends the requests one after another and hands over the answer's messages. Throws what its status means. */
function exchange(
  connected: Client,
  { path, requests, deadline = Infinity, onBegun, onMessage }: Exchange,
  metadata: Metadata,
  credentials: CallOptions['credentials'],
): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = connected.getChannel().createCall(path, deadline, undefined, null, undefined);
    const send = (index: number): void => {
      const request = requests[index];
      if (request) call.sendMessageWithContext({ callback: (error) => (error ? undefined : send(index + 1)) }, request);
      else call.halfClose();
    };
    if (credentials) call.setCredentials(credentials);
    call.start(metadata, {
      onReceiveMetadata: () => undefined,
      onReceiveMessage: (message: Buffer) => {
        try {
          if (onMessage(message)) call.startRead();
        } catch (error) {
          reject(error as Error);
          call.cancelWithStatus(status.INTERNAL, 'the answer cannot be read');
        }
      },
      onReceiveStatus: (answer) => (answer.code === status.OK ? resolve() : reject(failureOf(answer))),
    });
    call.startRead();
    send(0);
    onBegun?.({ cancel: () => call.cancelWithStatus(status.CANCELLED, 'Cancelled on client'), readOn: () => call.startRead() });
  });
}

const failureOf = ({ code, details, metadata }: StatusObject): Error =>
  convertToCommandError(Object.assign(new Error(`${code} ${status[code]}: ${details}`), { code, details, metadata }));
