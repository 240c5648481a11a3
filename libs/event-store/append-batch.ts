import {
  convertToCommandError,
  type AppendExpectedRevision,
  type BaseOptions,
  type EventStoreDBClient,
  type JSONEventData,
  type JSONEventType,
} from '@eventstore/db-client';
import { unpackToCommandError } from '@eventstore/db-client/dist/streams/appendToStream/unpackError';
import { Empty, StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb';
import { BatchAppendReq, type BatchAppendResp } from '@eventstore/db-client/generated/streams_pb';
import type { CallOptions, Metadata } from '@grpc/grpc-js';
import type { Appended } from './event-store';

/** What the client's own methods are made of; protected in its types. */
interface ClientInsides {
  execute<T>(kind: typeof StreamsClient, name: string, action: (streams: StreamsClient) => Promise<T>): Promise<T>;
  callArguments(options: BaseOptions): [Metadata, CallOptions];
}

/** A server takes 4 MiB at once. */
const messageBytes = 1024 * 1024;

/**
 * Appends events by `BatchAppend`, up to 1 MiB of them in a message, on a call of its own with its own deadline. `appendToStream` sends a message for
 * each event, and grpc-js sends each in another turn of the event loop, so that in a busy process many events take long. Throws what it throws.
 */
export function appendBatch(
  client: EventStoreDBClient,
  stream: string,
  events: readonly JSONEventData<JSONEventType>[],
  { expectedRevision, ...options }: BaseOptions & { readonly expectedRevision: Extract<AppendExpectedRevision, 'no_stream' | bigint> },
): Promise<Appended> {
  const insides = client as unknown as ClientInsides;
  const append = (streams: StreamsClient) =>
    new Promise<Appended>((resolve, reject) => {
      const call = streams.batchAppend(...insides.callArguments(options));
      call.on('data', (answer: BatchAppendResp) => {
        const success = answer.getSuccess();
        if (success) resolve(appendedOf(success));
        else reject(errorOf(answer, stream));
        // EventStoreDB keeps a call open that is half-closed after its answer.
        call.cancel();
      });
      call.on('error', (error) => reject(convertToCommandError(error)));
      call.on('end', () => reject(new Error('the event store ended an append without an answer')));
      for (const message of messagesOf(stream, events, expectedRevision)) call.write(message);
      call.end();
    });
  return insides.execute(StreamsClient, 'appendToStream', append);
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

function* messagesOf(
  stream: string,
  events: readonly JSONEventData<JSONEventType>[],
  expected: 'no_stream' | bigint,
): Generator<BatchAppendReq> {
  const begin = () => new BatchAppendReq().setCorrelationId(new UUID().setString(events[0]?.id ?? ''));
  let message = begin().setOptions(optionsOf(stream, expected));
  let bytes = 0;
  for (const event of events) {
    const [data, metadata] = [Buffer.from(JSON.stringify(event.data)), Buffer.from(JSON.stringify(event.metadata))];
    if (bytes > 0 && bytes + data.length + metadata.length > messageBytes) {
      yield message;
      message = begin();
      bytes = 0;
    }
    bytes += data.length + metadata.length;
    const proposed = new BatchAppendReq.ProposedMessage().setId(new UUID().setString(event.id));
    proposed.getMetadataMap().set('type', event.type).set('content-type', event.contentType);
    message.addProposedMessages(proposed.setData(data).setCustomMetadata(metadata));
  }
  yield message.setIsFinal(true);
}

function optionsOf(stream: string, expected: 'no_stream' | bigint): BatchAppendReq.Options {
  const options = new BatchAppendReq.Options().setStreamIdentifier(new StreamIdentifier().setStreamName(Buffer.from(stream)));
  // The protocol's own Empty and the general one are written alike.
  return expected === 'no_stream' ? options.setNoStream(new Empty() as never) : options.setStreamPosition(expected.toString());
}
