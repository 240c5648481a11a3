import { Server, ServerCredentials } from '@grpc/grpc-js';
import type { Refusal } from './admit-calls';
import { assertLoopback } from './loopback';
import { groupMessages } from './group-messages';

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
