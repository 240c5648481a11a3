import type { CommitSignal } from '../log/commit-signal';
import { assertStreamName } from '../log/stream-name';
import { decodeReadRequest } from '../protocol/read-request.codec';
import { readAll } from '../read/read-all';
import { readStream } from '../read/read-stream';
import { subscribeToAll } from '../read/subscribe-to-all';
import { subscribeToStream } from '../read/subscribe-to-stream';
import type { EventSource } from '../read/event-source';
import type { GrpcCall } from '../transport/grpc-call';
import { GrpcFailure, grpcStatus } from '../transport/grpc-failure';

/** Streams/Read: reads and subscriptions of one stream or of `$all`. */
export function serveRead(source: EventSource, signal: CommitSignal): (bytes: Buffer, call: GrpcCall) => Promise<void> {
  return async (bytes, call) => {
    const request = decodeReadRequest(bytes);
    const { stream, count } = request;
    if (stream !== undefined) assertStreamName(stream);
    if (count === 0n) throw new GrpcFailure(grpcStatus.unknown, 'Exception was thrown by handler.');
    if (stream === undefined) {
      await (count === undefined ? subscribeToAll(call, request, source, signal) : readAll(call, request, count, source));
    } else {
      await (count === undefined
        ? subscribeToStream(call, request, stream, source, signal)
        : readStream(call, request, stream, count, source));
    }
  };
}
