import { ServerInterceptingCall, type ServerInterceptingCallInterface, type ServerInterceptor } from '@grpc/grpc-js';

type Listener = Parameters<ServerInterceptingCallInterface['start']>[0];

/** Passes everything on directly, without the steps in between that grpc-js has for interceptors that wait. */
class DirectCall extends ServerInterceptingCall {
  constructor(protected readonly call: ServerInterceptingCallInterface) {
    super(call);
  }

  override start(listener: Listener): void {
    this.call.start(listener);
  }
}

/**
 * Lets a streaming handler write many encoded messages at once: each Buffer of the array written becomes a message.
 * grpc-js alone waits for the socket after every message, which makes reads of many events several times slower.
 */
class MessageGroupCall extends DirectCall {
  override sendMessage(group: readonly Buffer[], onSent: () => void): void {
    const last = group.length - 1;
    group.forEach((message, index) => this.call.sendMessage(message, index === last ? onSent : ignore));
  }
}

/** Lets the only answer of a call and its status leave together; grpc-js alone waits for the socket between the two. */
class SingleAnswerCall extends DirectCall {
  override sendMessage(answer: unknown, onSent: () => void): void {
    this.call.sendMessage(answer, ignore);
    onSent();
  }
}

const ignore = () => undefined;

/** Spares waiting for the socket: see the two kinds of call. */
export const groupMessages: ServerInterceptor = (method, call: ServerInterceptingCallInterface) =>
  method.responseStream ? new MessageGroupCall(call) : new SingleAnswerCall(call);
