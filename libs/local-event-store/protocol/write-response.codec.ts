import type { ExpectedStreamRevision } from '../write/write-request';
import type { AppendResp, AppendSuccess, DeleteResp } from './messages';

/** The answer to an append that was written, now or before. */
export function toAppendResponse(revision: bigint, position: bigint | undefined): AppendResp {
  return { result: { $case: 'success', value: toAppendSuccess(revision, position) } };
}

/** The answer to an append whose expected revision did not hold. */
export function toWrongExpectedVersionResponse(expected: ExpectedStreamRevision, current: bigint): AppendResp {
  return {
    result: {
      $case: 'wrongExpectedVersion',
      value: {
        current: current < 0n ? { $case: 'currentNoStream', value: {} } : { $case: 'currentRevision', value: current },
        expected: toExpectation(expected),
      },
    },
  };
}

/** The answer to a delete or a tombstone. */
export function toDeleteResponse(position: bigint | undefined): DeleteResp {
  return { positionOption: toPositionOption(position) };
}

/** The revision and position that Append and BatchAppend report; `revision` is -1 for a stream without events. */
export function toAppendSuccess(revision: bigint, position: bigint | undefined): AppendSuccess {
  return {
    current: revision < 0n ? { $case: 'noStream', value: {} } : { $case: 'currentRevision', value: revision },
    positionOption: toPositionOption(position),
  };
}

function toPositionOption(position: bigint | undefined): AppendSuccess['positionOption'] {
  if (position === undefined) return { $case: 'noPosition', value: {} };
  return { $case: 'position', value: { commitPosition: position, preparePosition: position } };
}

function toExpectation(expected: ExpectedStreamRevision) {
  if (typeof expected === 'bigint') return { $case: 'expectedRevision', value: expected } as const;
  const cases = { any: 'expectedAny', stream_exists: 'expectedStreamExists', no_stream: 'expectedNoStream' } as const;
  return { $case: cases[expected], value: {} };
}
