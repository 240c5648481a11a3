import type { MethodDefinition } from '@grpc/grpc-js';
import { encodeMessage } from './encode-message';
import type { MessageType } from './message-type';
import { AppendReq, AppendResp, BatchAppendReq, ClusterInfo, DeleteReq, DeleteResp, Empty, ReadReq, SupportedMethods } from './messages';

interface MessageCodec<Message> {
  readonly serialize: (message: Message) => Buffer;
  readonly deserialize: (bytes: Buffer) => Message;
}

/** What handlers encode themselves: an event's encoded form serves all its readers. */
const encoded: MessageCodec<Buffer> = { serialize: (message) => message, deserialize: (message) => message };

const codecOf = <Message>(type: MessageType<Message>): MessageCodec<Message> => ({
  serialize: (message) => encodeMessage(type, message),
  deserialize: (bytes) => type.decode(bytes),
});

const method = <Request, Response>(
  path: string,
  request: MessageType<Request>,
  { serialize, deserialize }: MessageCodec<Response>,
  { requestStream = false, responseStream = false }: { readonly requestStream?: boolean; readonly responseStream?: boolean } = {},
): MethodDefinition<Request, Response> => {
  const read = codecOf(request);
  return {
    path: `/event_store.client.${path}`,
    requestStream,
    responseStream,
    requestSerialize: read.serialize,
    requestDeserialize: read.deserialize,
    responseSerialize: serialize,
    responseDeserialize: deserialize,
  };
};

export const gossipService = { read: method('gossip.Gossip/Read', Empty, codecOf(ClusterInfo)) };

export const serverFeaturesService = {
  getSupportedMethods: method('server_features.ServerFeatures/GetSupportedMethods', Empty, codecOf(SupportedMethods)),
};

export const streamsService = {
  read: method('streams.Streams/Read', ReadReq, encoded, { responseStream: true }),
  append: method('streams.Streams/Append', AppendReq, codecOf(AppendResp), { requestStream: true }),
  batchAppend: method('streams.Streams/BatchAppend', BatchAppendReq, encoded, { requestStream: true, responseStream: true }),
  delete: method('streams.Streams/Delete', DeleteReq, codecOf(DeleteResp)),
  tombstone: method('streams.Streams/Tombstone', DeleteReq, codecOf(DeleteResp)),
};
