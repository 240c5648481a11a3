import { status } from '@grpc/grpc-js';
import { GrpcFailure } from '../transport/grpc-failure';
import { maxAppendBytes, type ExpectedStreamRevision } from '../write/write-request';

const expectedNumbers = { any: -2n, no_stream: -1n, stream_exists: -4n } as const;

export function streamDeletedFailure(stream: string): GrpcFailure {
  return new GrpcFailure(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });
}

export function wrongExpectedVersionFailure(stream: string, expected: ExpectedStreamRevision, current: bigint): GrpcFailure {
  const expectedNumber = typeof expected === 'bigint' ? expected : expectedNumbers[expected];
  const actual = current < 0n ? '' : String(current);
  return new GrpcFailure(
    status.FAILED_PRECONDITION,
    `Append failed due to WrongExpectedVersion. Stream: ${stream}, Expected version: ${expectedNumber}, Actual version: ${actual}`,
    { exception: 'wrong-expected-version', 'stream-name': stream, 'expected-version': String(expectedNumber), 'actual-version': actual },
  );
}

export function maximumAppendSizeFailure(): GrpcFailure {
  return new GrpcFailure(status.INVALID_ARGUMENT, `Maximum Append Size of ${maxAppendBytes} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(maxAppendBytes),
  });
}

export function writeTimedOutFailure(): GrpcFailure {
  return new GrpcFailure(status.ABORTED, 'Operation timed out');
}

export function unavailableFailure(reason: string): GrpcFailure {
  return new GrpcFailure(status.UNAVAILABLE, reason);
}

/** The call does not have the store's token. */
export function accessDeniedFailure(): GrpcFailure {
  return new GrpcFailure(status.UNAUTHENTICATED, 'Access Denied', { exception: 'access-denied' });
}

/** The database cannot be reached, or another process may hold the writer lock. */
export function databaseUnavailableFailure(): GrpcFailure {
  return unavailableFailure('the event store database is not available');
}

export function invalidArgumentFailure(reason: string): GrpcFailure {
  return new GrpcFailure(status.INVALID_ARGUMENT, reason);
}
