import { status } from '@grpc/grpc-js';
import { GrpcFailure } from '../transport/grpc-failure';
import { maxAppendBytes } from '../write/append-size';
import type { ExpectedStreamRevision } from '../write/write-request';

const expectedNumbers = { any: -2n, no_stream: -1n, stream_exists: -4n } as const;

export function streamDeleted(stream: string): GrpcFailure {
  return new GrpcFailure(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });
}

export function wrongExpectedVersion(stream: string, expected: ExpectedStreamRevision, current: bigint): GrpcFailure {
  const expectedNumber = typeof expected === 'bigint' ? expected : expectedNumbers[expected];
  const actual = current < 0n ? '' : String(current);
  return new GrpcFailure(
    status.FAILED_PRECONDITION,
    `Append failed due to WrongExpectedVersion. Stream: ${stream}, Expected version: ${expectedNumber}, Actual version: ${actual}`,
    { exception: 'wrong-expected-version', 'stream-name': stream, 'expected-version': String(expectedNumber), 'actual-version': actual },
  );
}

export function maximumAppendSizeExceeded(): GrpcFailure {
  return new GrpcFailure(status.INVALID_ARGUMENT, `Maximum Append Size of ${maxAppendBytes} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(maxAppendBytes),
  });
}

export function writeTimedOut(): GrpcFailure {
  return new GrpcFailure(status.ABORTED, 'Operation timed out');
}

export function unavailable(reason: string): GrpcFailure {
  return new GrpcFailure(status.UNAVAILABLE, reason);
}

/** The database cannot be reached, or another process may hold the writer lock. */
export function databaseUnavailable(): GrpcFailure {
  return unavailable('the event store database is not available');
}

export function invalidArgument(reason: string): GrpcFailure {
  return new GrpcFailure(status.INVALID_ARGUMENT, reason);
}
