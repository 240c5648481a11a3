import { assertStreamName } from '../log/stream-name';
import { GrpcFailure, grpcStatus } from '../transport/grpc-failure';
import type { ExpectedRevision } from '../write/write-request';
import { WireReader } from './wire-reader';

export interface WriteOptions {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  /** Milliseconds since the Unix epoch; only batch appends carry one. */
  readonly deadline: number | undefined;
}

/** Reads the options that Append, BatchAppend, Delete and Tombstone share. Throws GrpcFailure INVALID_ARGUMENT when they are incomplete. */
export function decodeWriteOptions(bytes: Buffer, now: number): WriteOptions {
  const reader = new WireReader(bytes);
  let stream = '';
  let expected: ExpectedRevision | undefined;
  let deadline: number | undefined;
  while (reader.next()) {
    if (reader.field === 1) stream = decodeStreamIdentifier(reader.message());
    else if (reader.field === 2) expected = reader.unsigned();
    else if (reader.field >= 3 && reader.field <= 5) {
      expected = reader.field === 3 ? 'no_stream' : reader.field === 4 ? 'any' : 'stream_exists';
      reader.skip();
    } else if (reader.field === 6) deadline = decodeSecondsAndNanos(reader.message());
    else if (reader.field === 7) deadline = now + decodeSecondsAndNanos(reader.message());
    else reader.skip();
  }
  if (expected === undefined) throw new GrpcFailure(grpcStatus.invalidArgument, 'the expected revision is missing');
  assertStreamName(stream);
  return { stream, expected, deadline };
}

export function decodeStreamIdentifier(bytes: Buffer): string {
  const reader = new WireReader(bytes);
  let name = '';
  while (reader.next()) {
    if (reader.field === 3) name = reader.text();
    else reader.skip();
  }
  return name;
}

function decodeSecondsAndNanos(bytes: Buffer): number {
  const reader = new WireReader(bytes);
  let milliseconds = 0;
  while (reader.next()) {
    if (reader.field === 1) milliseconds += Number(reader.signed()) * 1000;
    else if (reader.field === 2) milliseconds += Number(reader.signed()) / 1e6;
    else reader.skip();
  }
  return milliseconds;
}
