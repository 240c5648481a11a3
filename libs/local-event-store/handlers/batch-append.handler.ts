import { status, type handleBidiStreamingCall } from '@grpc/grpc-js';
import { encodeBatchError, encodeBatchSuccess, type BatchError, type BatchTarget } from '../protocol/batch-append.codec';
import { invalidArgumentFailure } from '../protocol/failures';
import type { UuidMessage, BatchAppendReq, ProposedMessage } from '../protocol/messages';
import { fromProposedMessage } from '../protocol/proposed-event.codec';
import { fromWriteOptions } from '../protocol/write-options.codec';
import type { CallSupervisor } from '../transport/call-supervisor';
import { GrpcFailure } from '../transport/grpc-failure';
import { openResponseStream, type ResponseStream } from '../transport/response-stream';
import { appendSizeOf, maxAppendBytes, type ProposedEvent, writeTimeoutMs } from '../write/write-request';
import type { Writer } from '../write/writer';

/** An append whose messages are still arriving. */
interface PartialAppend {
  readonly target: BatchTarget;
  readonly deadline: number;
  events: ProposedEvent[];
  bytes: number;
  error: BatchError | undefined;
}

const maxPartialAppends = 10_000;
const maxPartialBytes = 64 * 1024 * 1024;

/** Streams/BatchAppend: many appends interleaved on one call, each answered once under its correlation id. */
export function handleBatchAppend(writer: Writer, calls: CallSupervisor): handleBidiStreamingCall<BatchAppendReq, readonly Buffer[]> {
  return (call) => {
    const responses = openResponseStream(call);
    calls.add(responses);
    const partial = new Map<string, PartialAppend>();
    let partialBytes = 0;
    let unanswered = 0;
    let halfClosed = false;
    const endWhenAnswered = () => {
      if (halfClosed && unanswered === 0) responses.end();
    };
    const receive = (message: BatchAppendReq) => {
      const key = keyOf(message.correlationId);
      const append = partial.get(key) ?? startAppend(message);
      partialBytes -= append.bytes;
      for (const event of message.proposedMessages) addEvent(append, event);
      if (!message.isFinal) {
        partialBytes += append.bytes;
        if (partial.size >= maxPartialAppends || partialBytes > maxPartialBytes)
          throw new GrpcFailure(status.RESOURCE_EXHAUSTED, 'too many unfinished appends');
        partial.set(key, append);
        return;
      }
      partial.delete(key);
      unanswered += 1;
      submitAppend(writer, responses, append, () => {
        unanswered -= 1;
        endWhenAnswered();
      });
      const wait = writer.backpressure();
      if (!wait) return;
      call.pause();
      void wait.then(() => call.resume());
    };
    call.on('data', (message: BatchAppendReq) => calls.run(responses, () => receive(message)));
    call.on('end', () => {
      halfClosed = true;
      endWhenAnswered();
    });
  };
}

function keyOf(correlationId: UuidMessage | undefined): string {
  const id = correlationId?.value;
  return id?.$case === 'structured' ? `${id.value.mostSignificantBits}/${id.value.leastSignificantBits}` : (id?.value ?? '');
}

function startAppend({ correlationId, options }: BatchAppendReq): PartialAppend {
  const now = Date.now();
  const empty = { events: [], bytes: 0, deadline: now + writeTimeoutMs };
  try {
    if (!options) throw invalidArgumentFailure('the first message of an append has no options');
    const { stream, expected, deadline = empty.deadline } = fromWriteOptions(options, now);
    const error = deadline <= now ? ({ kind: 'timeout' } as const) : undefined;
    return { ...empty, target: { correlationId, stream, expected }, deadline: Math.min(deadline, empty.deadline), error };
  } catch (error) {
    return { ...empty, target: { correlationId, stream: '', expected: 'any' }, error: toBadRequest(error) };
  }
}

function addEvent(append: PartialAppend, message: ProposedMessage): void {
  if (append.error) return;
  try {
    const event = fromProposedMessage(message);
    append.bytes += appendSizeOf(event);
    append.events.push(event);
  } catch (error) {
    append.error = toBadRequest(error);
  }
  if (append.bytes > maxAppendBytes) append.error = { kind: 'maximum_append_size_exceeded', maxBytes: maxAppendBytes };
  if (append.error) Object.assign(append, { events: [], bytes: 0 });
}

function toBadRequest(error: unknown): BatchError {
  if (error instanceof GrpcFailure) return { kind: 'bad_request', reason: error.message };
  throw error;
}

function submitAppend(writer: Writer, responses: ResponseStream, append: PartialAppend, onAnswered: () => void): void {
  const { target, events, bytes, deadline, error } = append;
  const answer = (response: Buffer) => {
    responses.send(response);
    onAnswered();
  };
  if (error) return answer(encodeBatchError(target, error));
  writer.submit({
    request: { kind: 'append', stream: target.stream, expected: target.expected, events },
    bytes,
    deadline,
    resolve: (outcome) =>
      answer(
        outcome.kind === 'success' ? encodeBatchSuccess(target, outcome.revision, outcome.position) : encodeBatchError(target, outcome),
      ),
    // No answer of this call can say that the store is unavailable; clients reconnect when the call ends.
    reject: (failure) => {
      if (failure.code === status.ABORTED) answer(encodeBatchError(target, { kind: 'timeout' }));
      else responses.fail(failure);
    },
  });
}
