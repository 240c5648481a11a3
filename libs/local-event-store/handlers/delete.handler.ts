import type { handleUnaryCall } from '@grpc/grpc-js';
import { isMetastream } from '../log/stream-name';
import { invalidArgumentFailure, streamDeletedFailure, wrongExpectedVersionFailure } from '../protocol/failures';
import type { DeleteReq, DeleteResp } from '../protocol/messages';
import { fromWriteOptions } from '../protocol/write-options.codec';
import { toDeleteResponse } from '../protocol/write-response.codec';
import type { CallSupervisor } from '../transport/call-supervisor';
import { openSingleAnswer } from '../transport/single-answer';
import { type ExpectedStreamRevision, type WriteOutcome, writeTimeoutMs } from '../write/write-request';
import type { Writer } from '../write/writer';

/** Streams/Delete (soft) and Streams/Tombstone. */
export function handleDelete(writer: Writer, calls: CallSupervisor, kind: 'delete' | 'tombstone'): handleUnaryCall<DeleteReq, DeleteResp> {
  return (call, respond) => {
    const answer = openSingleAnswer(call, respond);
    calls.add(answer);
    calls.run(answer, () => {
      const { stream, expected } = fromWriteOptions(call.request.options, Date.now());
      if (isMetastream(stream)) throw invalidArgumentFailure('metadata streams cannot be deleted');
      writer.submit({
        request: { kind, stream, expected },
        bytes: 0,
        deadline: Date.now() + writeTimeoutMs,
        resolve: (outcome) => calls.run(answer, () => answer.succeed(toResponse(stream, expected, outcome))),
        reject: answer.fail,
      });
    });
  };
}

function toResponse(stream: string, expected: ExpectedStreamRevision, outcome: WriteOutcome): DeleteResp {
  switch (outcome.kind) {
    case 'success':
      return toDeleteResponse(outcome.position);
    case 'wrong_expected_version':
      throw wrongExpectedVersionFailure(stream, expected, outcome.current);
    case 'stream_deleted':
      throw streamDeletedFailure(stream);
  }
}
