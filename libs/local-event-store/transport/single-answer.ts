import type { sendUnaryData, ServerReadableStream, ServerUnaryCall } from '@grpc/grpc-js';
import type { GrpcFailure } from './grpc-failure';
import type { EndableCall } from './call-supervisor';

/** The one answer of a call. Only the first of `succeed` and `fail` counts. */
export interface SingleAnswer<Answer> extends EndableCall {
  succeed(answer: Answer): void;
}

export function openSingleAnswer<Answer>(
  call: ServerUnaryCall<unknown, Answer> | ServerReadableStream<unknown, Answer>,
  respond: sendUnaryData<Answer>,
): SingleAnswer<Answer> {
  const endListeners: (() => void)[] = [];
  let ended = false;
  const endWith = (act: () => void) => {
    if (ended) return;
    ended = true;
    act();
    for (const listener of endListeners) listener();
  };
  call.on('cancelled', () => endWith(() => undefined));
  return {
    hasEnded: () => ended,
    onEnd: (listener) => (ended ? listener() : void endListeners.push(listener)),
    succeed: (answer) => endWith(() => respond(null, answer)),
    fail: (failure: GrpcFailure) => endWith(() => respond(failure)),
  };
}
