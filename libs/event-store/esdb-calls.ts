import type { EventStoreDBClient } from '@eventstore/db-client';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb';
import type { ClientDuplexStream, ClientReadableStream } from '@grpc/grpc-js';
import { decodeReadAnswer, type ReadAnswer } from './read-answer';

const readPath = '/event_store.client.streams.Streams/Read';
const forEver = { deadline: Infinity };
const asIs = (bytes: Buffer): Buffer => bytes;

// Through the client's own doors, so that discovery, credentials and the way to another leader stay its business.
/** One read or subscription as a stream of decoded answers. The caller listens for its `error`. */
export function openRead(
  client: EventStoreDBClient,
  request: Buffer,
  options: { readonly requiresLeader: boolean },
): Promise<ClientReadableStream<ReadAnswer>> {
  const open = client['GRPCStreamCreator'](StreamsClient, 'read', (grpc) =>
    grpc.makeServerStreamRequest(readPath, asIs, decodeReadAnswer, request, ...client['callArguments'](options, forEver)),
  );
  return open();
}

/** One call that carries any number of appends. The caller listens for its `error`. */
export function openBatchAppend(client: EventStoreDBClient): Promise<ClientDuplexStream<BatchAppendReq, BatchAppendResp>> {
  const open = client['GRPCStreamCreator'](StreamsClient, 'batchAppend', (grpc) =>
    grpc.batchAppend(...client['callArguments']({ requiresLeader: true }, forEver)),
  );
  return open();
}

/** Ends a call from this side; at once it would be too early for grpc-js. */
export const cancel = (call: { cancel(): void }): void => void setImmediate(() => call.cancel());
