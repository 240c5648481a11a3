import { convertToCommandError, type BaseOptions, type EventStoreDBClient } from '@eventstore/db-client';
import { unpackToCommandError } from '@eventstore/db-client/dist/streams/appendToStream/unpackError';
import { StreamsClient, StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb';
import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb';
import { withTimeout } from '@pps/concurrency';
import type { ClientDuplexStream } from '@grpc/grpc-js';
import type { EncodedAppend } from './encode-append';
import { insidesOf } from './client-insides';
import type { Appended } from './event-store';
import { encodeMessageGroup, type EncodableMessage } from './encode-message-group';

interface PendingAppend {
  readonly stream: string;
  readonly resolve: (appended: Appended) => void;
  readonly reject: (error: unknown) => void;
}

/** How long a server has to end a call that it has answered. */
const endsWithinMs = 500;

/**
 * Appends to many streams by one `BatchAppend`, a call of its own with its own deadline: each append is written whole or not at all, and ends for
 * itself, with what `appendToStream` gives or throws. What is not answered when the call ends throws what that ended with, or `TimedOut` after so many
 * milliseconds: it may be written.
 */
export function appendBatch(
  client: EventStoreDBClient,
  appends: readonly EncodedAppend[],
  options: BaseOptions,
  timeoutMs: number,
): Promise<Appended>[] {
  const { execute, callArguments } = insidesOf(client);
  const pending = new Map<string, PendingAppend>();
  const outcomes = appends.map(
    ({ correlationId, stream }) => new Promise<Appended>((resolve, reject) => void pending.set(correlationId, { stream, resolve, reject })),
  );
  const call = (streams: StreamsClient) =>
    new Promise<void>((resolve, reject) => {
      const { path, responseDeserialize } = StreamsService.batchAppend;
      const duplex = streams.makeBidiStreamRequest(path, encodeMessageGroup, responseDeserialize, ...callArguments(options));
      duplex.on('data', (answer: BatchAppendResp) => {
        if (!settle(pending, answer) || pending.size > 0) return;
        resolve();
        // Not before: EventStoreDB ends a call that is half-closed with the next answer, whatever has none yet.
        duplex.end();
        cancelUnlessEnded(duplex);
      });
      duplex.on('error', (error) => reject(convertToCommandError(error)));
      duplex.on('end', () => reject(new Error('the event store ended an append without an answer')));
      duplex.write(appends.flatMap(({ messages }) => messages));
    });
  withTimeout(execute(StreamsClient, 'appendToStream', call), timeoutMs, 'the answer').catch((error: unknown) => {
    for (const append of pending.values()) append.reject(error);
  });
  return outcomes;
}

/** Ends the append that this answers; false where there is none that has no outcome yet. */
function settle(pending: Map<string, PendingAppend>, answer: BatchAppendResp): boolean {
  const correlationId = answer.getCorrelationId()?.getString() ?? '';
  const append = pending.get(correlationId);
  if (!append) return false;
  pending.delete(correlationId);
  const success = answer.getSuccess();
  if (success) append.resolve(appendedOf(success));
  else append.reject(errorOf(answer, append.stream));
  return true;
}

/**
 * Cancels a call that the server keeps open after its answers, as EventStoreDB does. One that ends by itself is not canceled: an HTTP/2 server on Node closes
 * the connection of a client that cancels more than a thousand calls and 33 a second.
 */
function cancelUnlessEnded(duplex: Pick<ClientDuplexStream<readonly EncodableMessage[], BatchAppendResp>, 'cancel' | 'on'>): void {
  let hasEnded = false;
  const cancel = () => {
    if (!hasEnded) duplex.cancel();
  };
  // After a stall of this process the end that has come meanwhile is heard of before `cancel` runs.
  const late = setTimeout(() => setImmediate(cancel), endsWithinMs);
  duplex.on('status', () => {
    hasEnded = true;
    clearTimeout(late);
  });
}

const appendedOf = (success: BatchAppendResp.Success): Appended => ({
  revision: Number(success.getCurrentRevision()),
  position: BigInt(success.getPosition()?.getCommitPosition() ?? 0),
});

function errorOf(answer: BatchAppendResp, stream: string): Error {
  const error = answer.getError();
  return error?.hasDetails()
    ? unpackToCommandError(error, stream)
    : new Error(`the event store answered ${error?.getMessage() ?? 'nothing'}`);
}
