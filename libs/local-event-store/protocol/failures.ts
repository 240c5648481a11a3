import { GrpcFailure, grpcStatus } from '../transport/grpc-failure';
import type { ExpectedRevision } from '../write/write-request';

/** Bytes of one append, as EventStoreDB 24.10 limits it by default. */
export const maxAppendBytes = 1024 * 1024;

const expectedNumbers = { any: -2n, no_stream: -1n, stream_exists: -4n } as const;

export function streamDeleted(stream: string): GrpcFailure {
  return new GrpcFailure(grpcStatus.failedPrecondition, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });
}

export function wrongExpectedVersion(stream: string, expected: ExpectedRevision, current: bigint): GrpcFailure {
  const expectedNumber = typeof expected === 'bigint' ? expected : expectedNumbers[expected];
  const actual = current < 0n ? '' : String(current);
  return new GrpcFailure(
    grpcStatus.failedPrecondition,
    `Append failed due to WrongExpectedVersion. Stream: ${stream}, Expected version: ${expectedNumber}, Actual version: ${actual}`,
    { exception: 'wrong-expected-version', 'stream-name': stream, 'expected-version': String(expectedNumber), 'actual-version': actual },
  );
}

export function maximumAppendSizeExceeded(): GrpcFailure {
  return new GrpcFailure(grpcStatus.invalidArgument, `Maximum Append Size of ${maxAppendBytes} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(maxAppendBytes),
  });
}

export function writeTimedOut(): GrpcFailure {
  return new GrpcFailure(grpcStatus.aborted, 'Operation timed out');
}

export function unavailable(reason: string): GrpcFailure {
  return new GrpcFailure(grpcStatus.unavailable, reason);
}

export function invalidArgument(reason: string): GrpcFailure {
  return new GrpcFailure(grpcStatus.invalidArgument, reason);
}
