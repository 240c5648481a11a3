import type { ExpectedRevision } from '../write/write-request';

import { WireWriter } from './wire-writer';

const expectationFields = { any: 9, stream_exists: 10, no_stream: 11 } as const;

/** AppendResp of a write that happened, now or before. */
export function encodeAppendSuccess(revision: bigint, position: bigint | undefined): Buffer {
  return new WireWriter().message(1, (success) => writeSuccess(success, revision, position)).frame();
}

/** AppendResp for an expectation that did not hold. */
export function encodeWrongExpectedVersion(expected: ExpectedRevision, current: bigint): Buffer {
  return new WireWriter()
    .message(2, (wrong) => {
      if (current < 0n) wrong.empty(7);
      else wrong.unsigned(6, current);
      if (typeof expected === 'bigint') wrong.unsigned(8, expected);
      else wrong.empty(expectationFields[expected]);
    })
    .frame();
}

/** DeleteResp and TombstoneResp. */
export function encodeDeleteResponse(position: bigint | undefined): Buffer {
  const writer = new WireWriter();
  if (position === undefined) return writer.empty(2).frame();
  return writer.message(1, (at) => at.unsigned(1, position).unsigned(2, position)).frame();
}

/** The fields that Append and BatchAppend report a success with. */
export function writeSuccess(writer: WireWriter, revision: bigint, position: bigint | undefined): void {
  if (revision < 0n) writer.empty(2);
  else writer.unsigned(1, revision);
  if (position === undefined) writer.empty(4);
  else writer.message(3, (at) => at.unsigned(1, position).unsigned(2, position));
}
