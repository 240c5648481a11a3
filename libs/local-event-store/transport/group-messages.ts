import { ServerInterceptingCall, type Metadata, type ServerInterceptingCallInterface, type ServerInterceptor } from '@grpc/grpc-js';
import { admitCalls, type Refusal } from './admit-calls';
import type { GrpcFailure } from './grpc-failure';

type Listener = Parameters<ServerInterceptingCallInterface['start']>[0];

/** Passes everything on directly, without the steps in between that grpc-js has for interceptors that wait. */
class DirectCall extends ServerInterceptingCall {
  constructor(
    protected readonly call: ServerInterceptingCallInterface,
    private readonly refuse: (metadata: Metadata) => GrpcFailure | null,
  ) {
    super(call);
  }

  override start(listener: Listener): void {
    this.call.start(admitCalls(this.call, listener, this.refuse));
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

/** Spares waiting for the socket: see the two kinds of call. Calls that `refusal` answers for end before their handler. */
export const groupMessages =
  (refusal: Refusal): ServerInterceptor =>
  (method, call: ServerInterceptingCallInterface) => {
    const refuse = (metadata: Metadata) => refusal(method.path, metadata);
    return method.responseStream ? new MessageGroupCall(call, refuse) : new SingleAnswerCall(call, refuse);
  };
