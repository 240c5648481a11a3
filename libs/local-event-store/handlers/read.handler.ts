import { status, type handleServerStreamingCall } from '@grpc/grpc-js';
import type { CommitSignal } from '../log/commit-signal';
import { assertStreamName } from '../log/stream-name';
import type { ReadReq } from '../protocol/messages';
import { fromReadReq } from '../protocol/read-request.codec';
import type { EventSource } from '../read/event-source';
import { readAll } from '../read/read-all';
import { readStream } from '../read/read-stream';
import { subscribeToAll } from '../read/subscribe-to-all';
import { subscribeToStream } from '../read/subscribe-to-stream';
import type { CallSupervisor } from '../transport/call-supervisor';
import { GrpcFailure } from '../transport/grpc-failure';
import { openResponseStream, type ResponseStream } from '../transport/response-stream';

/** Streams/Read: reads and subscriptions of one stream or of `$all`. */
export function handleRead(
  source: EventSource,
  signal: CommitSignal,
  calls: CallSupervisor,
): handleServerStreamingCall<ReadReq, readonly Buffer[]> {
  return (call) => {
    const responses = openResponseStream(call);
    calls.add(responses);
    calls.run(responses, async () => {
      await sendAnswers(responses, call.request, source, signal);
      responses.end();
    });
  };
}

async function sendAnswers(responses: ResponseStream, message: ReadReq, source: EventSource, signal: CommitSignal): Promise<void> {
  const request = fromReadReq(message);
  const { stream, count } = request;
  if (stream !== undefined) assertStreamName(stream);
  if (count === 0n) throw new GrpcFailure(status.UNKNOWN, 'Exception was thrown by handler.');
  if (stream === undefined) {
    await (count === undefined ? subscribeToAll(responses, request, source, signal) : readAll(responses, request, count, source));
  } else {
    await (count === undefined
      ? subscribeToStream(responses, request, stream, source, signal)
      : readStream(responses, request, stream, count, source));
  }
}
