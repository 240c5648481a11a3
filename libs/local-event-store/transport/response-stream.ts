import type { ServerDuplexStream, ServerWritableStream } from '@grpc/grpc-js';
import type { GrpcFailure } from './grpc-failure';
import type { EndableCall } from './call-supervisor';

/** The answers of one streaming call, as encoded messages. Nothing here throws; what is sent after the end is dropped. */
export interface ResponseStream extends EndableCall {
  /** Queues a message; those of one tick of the event loop are written together. */
  send(message: Buffer): void;
  /** Undefined while the client keeps up, else resolves when it does again or the call has ended. */
  backpressure(): Promise<void> | undefined;
  /** Sends what is queued and then the status OK. */
  end(): void;
}

type StreamingCall = ServerWritableStream<unknown, readonly Buffer[]> | ServerDuplexStream<unknown, readonly Buffer[]>;

const groupBytes = 64 * 1024;

export function openResponseStream(call: StreamingCall): ResponseStream {
  const endListeners: (() => void)[] = [];
  let group: Buffer[] = [];
  let bytes = 0;
  let flushPlanned = false;
  let ended = false;
  let drained: Promise<void> | undefined;
  let resolveDrained: (() => void) | undefined;

  const settleDrained = () => {
    resolveDrained?.();
    drained = undefined;
    resolveDrained = undefined;
  };
  const markEnded = () => {
    if (ended) return;
    ended = true;
    settleDrained();
    for (const listener of endListeners) listener();
  };
  const flush = () => {
    flushPlanned = false;
    if (ended || group.length === 0) return;
    const keepsUp = call.write(group);
    group = [];
    bytes = 0;
    if (!keepsUp) drained ??= new Promise((resolve) => (resolveDrained = resolve));
  };
  call.on('drain', settleDrained);
  // grpc-js says so when the client cancels, when the connection is lost and after every status.
  call.on('cancelled', markEnded);

  return {
    hasEnded: () => ended,
    onEnd: (listener) => (ended ? listener() : void endListeners.push(listener)),
    send(message) {
      if (ended) return;
      group.push(message);
      bytes += message.length;
      if (bytes >= groupBytes) return flush();
      if (flushPlanned) return;
      flushPlanned = true;
      process.nextTick(flush);
    },
    backpressure: () => (ended ? undefined : drained),
    end() {
      flush();
      if (ended) return;
      markEnded();
      call.end();
    },
    fail(failure: GrpcFailure) {
      flush();
      if (ended) return;
      markEnded();
      call.emit('error', failure);
    },
  };
}
