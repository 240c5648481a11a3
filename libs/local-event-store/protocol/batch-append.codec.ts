import { status } from '@grpc/grpc-js';
import type { ExpectedStreamRevision } from '../write/write-request';
import { encodeMessage } from './encode-message';
import { BadRequest, MaximumAppendSizeExceeded, StreamDeleted, WrongExpectedVersion, type UuidMessage } from './messages';
import { BatchAppendResp } from './messages';
import { toStreamIdentifier } from './stream-identifier.codec';
import { toAppendSuccess } from './write-response.codec';

/** Which append of a batch call an answer is for. The client finds its append by the correlation id, so it is sent back unchanged. */
export interface BatchTarget {
  readonly correlationId: UuidMessage | undefined;
  readonly stream: string;
  readonly expected: ExpectedStreamRevision;
}

export type BatchError =
  | { readonly kind: 'wrong_expected_version'; readonly current: bigint }
  | { readonly kind: 'stream_deleted' }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'maximum_append_size_exceeded'; readonly maxBytes: number }
  | { readonly kind: 'bad_request'; readonly reason: string };

interface ErrorDetails {
  readonly code: status;
  readonly message: string;
  /** Name of the detail's message in the package event_store.client. */
  readonly name: string;
  readonly value: Buffer;
}

const typePrefix = 'type.googleapis.com/event_store.client.';

export function encodeBatchSuccess(target: BatchTarget, revision: bigint, position: bigint | undefined): Buffer {
  return encode(target, { $case: 'success', value: toAppendSuccess(revision, position) });
}

export function encodeBatchError(target: BatchTarget, error: BatchError): Buffer {
  const { code, message, name, value } = detailsOf(target, error);
  return encode(target, {
    $case: 'error',
    value: { code, message, details: { typeUrl: typePrefix + name, value } },
  });
}

function encode({ correlationId, stream, expected }: BatchTarget, result: BatchAppendResp['result']): Buffer {
  return encodeMessage(BatchAppendResp, {
    correlationId,
    result,
    streamIdentifier: toStreamIdentifier(stream),
    expected: toExpected(expected),
  });
}

function toExpected(expected: ExpectedStreamRevision): BatchAppendResp['expected'] {
  if (typeof expected === 'bigint') return { $case: 'streamPosition', value: expected };
  const cases = { any: 'any', stream_exists: 'streamExists', no_stream: 'noStream' } as const;
  return { $case: cases[expected], value: {} };
}

function detailsOf({ stream, expected }: BatchTarget, error: BatchError): ErrorDetails {
  switch (error.kind) {
    case 'wrong_expected_version': {
      const value = encodeMessage(WrongExpectedVersion, toWrongExpectedVersion(expected, error.current));
      return { code: status.ALREADY_EXISTS, message: 'Wrong expected version', name: 'WrongExpectedVersion', value };
    }
    case 'stream_deleted': {
      const value = encodeMessage(StreamDeleted, { streamIdentifier: toStreamIdentifier(stream) });
      return { code: status.NOT_FOUND, message: 'Stream is deleted', name: 'StreamDeleted', value };
    }
    case 'timeout':
      return { code: status.DEADLINE_EXCEEDED, message: 'Timeout', name: 'Timeout', value: Buffer.alloc(0) };
    case 'maximum_append_size_exceeded': {
      const value = encodeMessage(MaximumAppendSizeExceeded, { maxAppendSize: error.maxBytes });
      return { code: status.INVALID_ARGUMENT, message: 'Maximum append size exceeded', name: 'MaximumAppendSizeExceeded', value };
    }
    case 'bad_request': {
      const value = encodeMessage(BadRequest, { message: error.reason });
      return { code: status.INVALID_ARGUMENT, message: error.reason, name: 'BadRequest', value };
    }
  }
}

function toWrongExpectedVersion(expected: ExpectedStreamRevision, current: bigint): WrongExpectedVersion {
  const cases = { any: 'expectedAny', stream_exists: 'expectedStreamExists', no_stream: 'expectedNoStream' } as const;
  return {
    current: current < 0n ? { $case: 'currentNoStream', value: {} } : { $case: 'currentStreamRevision', value: current },
    expected: typeof expected === 'bigint' ? { $case: 'expectedStreamPosition', value: expected } : { $case: cases[expected], value: {} },
  };
}
