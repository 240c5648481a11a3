import { invalidArgument, maxAppendBytes, maximumAppendSizeExceeded, streamDeleted } from '../protocol/failures';
import { appendSizeOf, decodeProposedEvent } from '../protocol/proposed-event.codec';
import { WireReader } from '../protocol/wire-reader';
import { decodeWriteOptions, type WriteOptions } from '../protocol/write-options.codec';
import { encodeAppendSuccess, encodeWrongExpectedVersion } from '../protocol/write-response.codec';
import type { GrpcCall } from '../transport/grpc-call';
import type { GrpcHandler } from '../transport/grpc-server';
import type { ProposedEvent, WriteOutcome } from '../write/write-request';
import type { Writer } from '../write/writer';

/** Milliseconds a write may wait for its turn. */
export const writeTimeoutMs = 2_000;

/** Streams/Append: options first, then one message per event, one answer. */
export function serveAppend(writer: Writer): GrpcHandler {
  return (call) => {
    let options: WriteOptions | undefined;
    const events: ProposedEvent[] = [];
    let bytes = 0;
    return {
      message(message) {
        const reader = new WireReader(message);
        while (reader.next()) {
          if (reader.field === 1) options = decodeWriteOptions(reader.message(), Date.now());
          else if (reader.field === 2) {
            const event = decodeProposedEvent(reader.message());
            bytes += appendSizeOf(event);
            if (bytes <= maxAppendBytes) events.push(event);
          } else reader.skip();
        }
      },
      end() {
        if (!options) throw invalidArgument('append options are missing');
        if (bytes > maxAppendBytes) throw maximumAppendSizeExceeded();
        const { stream, expected } = options;
        writer.submit({
          request: { kind: 'append', stream, expected, events },
          bytes,
          deadline: Date.now() + writeTimeoutMs,
          settle: (outcome) => answer(call, options!, outcome),
          fail: (failure) => call.finish(failure),
        });
      },
    };
  };
}

function answer(call: GrpcCall, { stream, expected }: WriteOptions, outcome: WriteOutcome): void {
  switch (outcome.kind) {
    case 'success':
      call.send(encodeAppendSuccess(outcome.revision, outcome.position));
      return call.finish();
    case 'wrong_expected_version':
      call.send(encodeWrongExpectedVersion(expected, outcome.current));
      return call.finish();
    case 'stream_deleted':
      return call.finish(streamDeleted(stream));
  }
}
