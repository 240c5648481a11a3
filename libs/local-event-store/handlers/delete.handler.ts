import { invalidArgument, streamDeleted, wrongExpectedVersion } from '../protocol/failures';
import { WireReader } from '../protocol/wire-reader';
import { decodeWriteOptions, type WriteOptions } from '../protocol/write-options.codec';
import { encodeDeleteResponse } from '../protocol/write-response.codec';
import type { GrpcCall } from '../transport/grpc-call';
import type { Writer } from '../write/writer';
import type { WriteOutcome } from '../write/write-request';
import { isMetastream } from '../log/stream-name';
import { writeTimeoutMs } from './append.handler';

/** Streams/Delete (soft) and Streams/Tombstone. */
export function serveDelete(writer: Writer, kind: 'delete' | 'tombstone'): (bytes: Buffer, call: GrpcCall) => Promise<void> {
  return async (bytes, call) => {
    const options = decodeRequest(bytes);
    const { stream, expected } = options;
    if (isMetastream(stream)) throw invalidArgument('metadata streams cannot be deleted');
    const outcome = await new Promise<WriteOutcome>((settle, fail) =>
      writer.submit({ request: { kind, stream, expected }, bytes: 0, deadline: Date.now() + writeTimeoutMs, settle, fail }),
    );
    switch (outcome.kind) {
      case 'success':
        return call.send(encodeDeleteResponse(outcome.position));
      case 'wrong_expected_version':
        throw wrongExpectedVersion(stream, expected, outcome.current);
      case 'stream_deleted':
        throw streamDeleted(stream);
    }
  };
}

function decodeRequest(bytes: Buffer): WriteOptions {
  const reader = new WireReader(bytes);
  let options: WriteOptions | undefined;
  while (reader.next()) {
    if (reader.field === 1) options = decodeWriteOptions(reader.message(), Date.now());
    else reader.skip();
  }
  if (!options) throw invalidArgument('options are missing');
  return options;
}
