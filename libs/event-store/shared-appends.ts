import type { EventStoreDBClient } from '@eventstore/db-client';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb';
import { newId } from '@pps/kernel';
import type { ClientDuplexStream } from '@grpc/grpc-js';
import { appendedOf, batchAppendRequest, correlationIdOf } from './batch-append-message';
import { within } from './deadline';
import { cancel, openBatchAppend } from './esdb-calls';
import type { Appended, ExpectedRevision } from './event-store';
import type { NewFact } from './recorded-fact';

/** Appends over one call that all share: the fast way, never the only one. */
export interface SharedAppends {
  /** Null for what is better not sent this way. Throws `WrongRevision`; after any other error the outcome is unknown. */
  append(stream: string, facts: readonly NewFact[], expected: ExpectedRevision): Promise<Appended> | null;
}

interface Waiting {
  readonly resolve: (answer: BatchAppendResp) => void;
  readonly reject: (error: unknown) => void;
}

/** One call to the server, with the appends on it that are not answered yet. */
interface Line {
  readonly call: Promise<ClientDuplexStream<BatchAppendReq, BatchAppendResp>>;
  readonly waiting: Map<string, Waiting>;
  answered: boolean;
  /** Takes no new appends. */
  left: boolean;
}

const avoidedForMs = 30_000;

/** `timeoutMs` is how long one append may take. */
export function sharedAppends(client: EventStoreDBClient, timeoutMs: number): SharedAppends {
  let current: Line | undefined;
  let avoidedUntil = -Infinity;

  const openLine = (): Line => {
    const line: Line = { call: openBatchAppend(client), waiting: new Map(), answered: false, left: false };
    const drop = (error: unknown) => {
      line.left = true;
      // A server that does not know this call, or a way to it that does not carry one.
      if (!line.answered && line.waiting.size > 0) avoidedUntil = performance.now() + avoidedForMs;
      for (const { reject } of line.waiting.values()) reject(error);
      line.waiting.clear();
    };
    line.call.then((call) => {
      call.on('data', (answer: BatchAppendResp) => {
        line.answered = true;
        line.waiting.get(correlationIdOf(answer))?.resolve(answer);
      });
      call.on('error', drop);
      call.on('end', () => drop(new Error('the call for appends ended')));
    }, drop);
    return line;
  };

  async function send(line: Line, stream: string, id: string, request: BatchAppendReq): Promise<Appended> {
    const answered = new Promise<BatchAppendResp>((resolve, reject) => line.waiting.set(id, { resolve, reject }));
    void line.call.then(
      (call) => call.write(request),
      () => undefined,
    );
    // Whoever is not answered takes nobody along: the others' answers may still come, only new appends take another call.
    const leave = () => void (line.left = true);
    try {
      return appendedOf(stream, await within(timeoutMs, `append to ${stream}`, answered, leave));
    } finally {
      line.waiting.delete(id);
      if (line.left && line.waiting.size === 0) void line.call.then(cancel, () => undefined);
    }
  }

  return {
    append(stream, facts, expected) {
      if (performance.now() < avoidedUntil) return null;
      const id = newId();
      const request = batchAppendRequest(stream, facts, expected, id, timeoutMs);
      if (!request) return null;
      if (!current || current.left) current = openLine();
      return send(current, stream, id, request);
    },
  };
}
