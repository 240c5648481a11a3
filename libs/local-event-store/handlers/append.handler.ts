import type { handleClientStreamingCall } from '@grpc/grpc-js';
import { invalidArgumentFailure, maximumAppendSizeFailure, streamDeletedFailure } from '../protocol/failures';
import type { AppendReq, AppendResp } from '../protocol/messages';
import { fromProposedMessage } from '../protocol/proposed-event.codec';
import { fromWriteOptions, type WriteTarget } from '../protocol/write-options.codec';
import { toAppendResponse, toWrongExpectedVersionResponse } from '../protocol/write-response.codec';
import type { CallSupervisor } from '../transport/call-supervisor';
import { openSingleAnswer } from '../transport/single-answer';
import {
  appendSizeOf,
  maxAppendBytes,
  type ExpectedStreamRevision,
  type ProposedEvent,
  type WriteOutcome,
  writeTimeoutMs,
} from '../write/write-request';
import type { Writer } from '../write/writer';

/** Streams/Append: the options first, then one message for each event, one answer. */
export function handleAppend(writer: Writer, calls: CallSupervisor): handleClientStreamingCall<AppendReq, AppendResp> {
  return (call, respond) => {
    const answer = openSingleAnswer(call, respond);
    calls.add(answer);
    let target: WriteTarget | undefined;
    const events: ProposedEvent[] = [];
    let bytes = 0;
    const receive = ({ content }: AppendReq) => {
      if (content?.$case === 'options') target = fromWriteOptions(content.value, Date.now());
      else if (content?.$case === 'proposedMessage') {
        const event = fromProposedMessage(content.value);
        bytes += appendSizeOf(event);
        if (bytes > maxAppendBytes) throw maximumAppendSizeFailure();
        events.push(event);
      }
    };
    const submit = () => {
      if (!target) throw invalidArgumentFailure('the append options are missing');
      const { stream, expected } = target;
      writer.submit({
        request: { kind: 'append', stream, expected, events },
        bytes,
        deadline: Date.now() + writeTimeoutMs,
        resolve: (outcome) => calls.run(answer, () => answer.succeed(toResponse(stream, expected, outcome))),
        reject: answer.fail,
      });
    };
    call.on('data', (message: AppendReq) => calls.run(answer, () => receive(message)));
    call.on('end', () => calls.run(answer, submit));
  };
}

function toResponse(stream: string, expected: ExpectedStreamRevision, outcome: WriteOutcome): AppendResp {
  switch (outcome.kind) {
    case 'success':
      return toAppendResponse(outcome.revision, outcome.position);
    case 'wrong_expected_version':
      return toWrongExpectedVersionResponse(expected, outcome.current);
    case 'stream_deleted':
      throw streamDeletedFailure(stream);
  }
}
