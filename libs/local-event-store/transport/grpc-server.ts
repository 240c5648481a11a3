import {
  Server,
  ServerCredentials,
  ServerInterceptingCall,
  type Metadata,
  type ServerInterceptingCallInterface,
  type ServerInterceptor,
} from '@grpc/grpc-js';
import { type Refusal, admitCalls } from './admit-calls';
import { isIP } from 'node:net';
import type { GrpcFailure } from './grpc-failure';

export interface GrpcServer {
  readonly port: number;
  /**
   * Refuses new connections and calls at once and resolves when the open calls have ended, after `graceMs` at most.
   * A call that is open even then loses its connection.
   */
  stop(graceMs: number): Promise<void>;
}

const maxMessageBytes = 17 * 1024 * 1024;

/** Serves gRPC over plaintext HTTP/2 on a loopback address; a port of 0 takes any free one. Rejects when it cannot listen. */
export async function startGrpcServer(options: {
  readonly host: string;
  readonly port: number;
  readonly addServices: (server: Server) => void;
  /** Absent: every call is admitted. */
  readonly refusal?: Refusal;
}): Promise<GrpcServer> {
  assertLoopback(options.host);
  const server = new Server({
    'grpc.max_receive_message_length': maxMessageBytes,
    'grpc.enable_channelz': 0,
    interceptors: [groupMessages(options.refusal ?? (() => null))],
  });
  options.addServices(server);
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync(addressOf(options.host, options.port), ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  return {
    port,
    stop: (graceMs) =>
      new Promise((resolve) => {
        const force = setTimeout(() => server.forceShutdown(), graceMs);
        server.tryShutdown(() => {
          clearTimeout(force);
          resolve();
        });
      }),
  };
}

function addressOf(host: string, port: number): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

/** Throws unless the host names this machine only: what is said to the server, its token too, is not encrypted. */
export function assertLoopback(host: string): void {
  const loopback = host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
  if (!loopback) throw new Error(`the local event store listens on loopback addresses only, not on ${host}`);
}

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
const groupMessages =
  (refusal: Refusal): ServerInterceptor =>
  (method, call: ServerInterceptingCallInterface) => {
    const refuse = (metadata: Metadata) => refusal(method.path, metadata);
    return method.responseStream ? new MessageGroupCall(call, refuse) : new SingleAnswerCall(call, refuse);
  };
