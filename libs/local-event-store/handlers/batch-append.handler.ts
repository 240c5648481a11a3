import {
  decodeBatchAppend,
  encodeBatchError,
  encodeBatchSuccess,
  type BatchAddress,
  type BatchError,
} from '../protocol/batch-append.codec';
import { maxAppendBytes } from '../protocol/failures';
import { appendSizeOf, decodeProposedEvent } from '../protocol/proposed-event.codec';
import { decodeWriteOptions } from '../protocol/write-options.codec';
import type { GrpcCall } from '../transport/grpc-call';
import { GrpcFailure, grpcStatus } from '../transport/grpc-failure';
import type { GrpcHandler } from '../transport/grpc-server';
import type { ProposedEvent } from '../write/write-request';
import type { Writer } from '../write/writer';
import { writeTimeoutMs } from './append.handler';

/** An append whose chunks are still coming in. */
interface OpenAppend {
  address: BatchAddress;
  events: ProposedEvent[];
  bytes: number;
  deadline: number;
  error: BatchError | undefined;
}

const maxOpenAppends = 10_000;
const maxOpenBytes = 64 * 1024 * 1024;

/** Streams/BatchAppend: many appends interleaved on one call, each answered once under its correlation id. */
export function serveBatchAppend(writer: Writer): GrpcHandler {
  return (call) => {
    const open = new Map<string, OpenAppend>();
    let heldBytes = 0;
    return {
      message(bytes) {
        const { correlationId, options, events, isFinal } = decodeBatchAppend(bytes);
        const key = correlationId.toString('latin1');
        const append = open.get(key) ?? openAppend(Buffer.from(correlationId), options);
        heldBytes -= append.bytes;
        for (const event of events) take(append, event);
        if (!isFinal) {
          heldBytes += append.bytes;
          if (open.size >= maxOpenAppends || heldBytes > maxOpenBytes)
            throw new GrpcFailure(grpcStatus.resourceExhausted, 'too many unfinished appends');
          open.set(key, append);
          return;
        }
        open.delete(key);
        submit(writer, call, append);
        if (writer.congested(call.resume)) call.pause();
      },
      end: () => call.finish(),
    };
  };
}

function openAppend(correlationId: Buffer, options: Buffer | undefined): OpenAppend {
  const now = Date.now();
  const empty = { events: [], bytes: 0, deadline: now + writeTimeoutMs };
  try {
    if (!options) throw new GrpcFailure(grpcStatus.invalidArgument, 'the first message of an append has no options');
    const { stream, expected, deadline = empty.deadline } = decodeWriteOptions(options, now);
    const error = deadline <= now ? ({ kind: 'timeout' } as const) : undefined;
    return { ...empty, address: { correlationId, stream, expected }, deadline: Math.min(deadline, empty.deadline), error };
  } catch (error) {
    return { ...empty, address: { correlationId, stream: '', expected: 'any' }, error: badRequest(error) };
  }
}

function take(append: OpenAppend, bytes: Buffer): void {
  if (append.error) return;
  try {
    const event = decodeProposedEvent(bytes);
    append.bytes += appendSizeOf(event);
    append.events.push(event);
  } catch (error) {
    append.error = badRequest(error);
  }
  if (append.bytes > maxAppendBytes) append.error = { kind: 'maximum_append_size_exceeded', maxBytes: maxAppendBytes };
  if (append.error) Object.assign(append, { events: [], bytes: 0 });
}

function badRequest(error: unknown): BatchError {
  if (error instanceof GrpcFailure) return { kind: 'bad_request', reason: error.message };
  throw error;
}

function submit(writer: Writer, call: GrpcCall, { address, events, bytes, deadline, error }: OpenAppend): void {
  if (error) return call.send(encodeBatchError(address, error));
  writer.submit({
    request: { kind: 'append', stream: address.stream, expected: address.expected, events },
    bytes,
    deadline,
    settle: (outcome) =>
      call.send(
        outcome.kind === 'success' ? encodeBatchSuccess(address, outcome.revision, outcome.position) : encodeBatchError(address, outcome),
      ),
    // The answers of this call have no detail for a store that is away; ending the call is what makes clients reconnect.
    fail: (failure) => {
      if (failure.status === grpcStatus.aborted) call.send(encodeBatchError(address, { kind: 'timeout' }));
      else call.finish(failure);
    },
  });
}
