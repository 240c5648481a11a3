import { createServer, type IncomingHttpHeaders, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { openGrpcCall, type GrpcCall } from './grpc-call';
import { GrpcFailure, grpcStatus, toGrpcFailure } from './grpc-failure';
import { assertLoopback } from './loopback';
import { createFrameReader } from './message-frames';

/** What a handler does with the messages of one call; a throw ends the call with the failure thrown. */
export interface MessageReceiver {
  message(bytes: Buffer): void;
  end(): void;
}

export type GrpcHandler = (call: GrpcCall) => MessageReceiver;

export interface GrpcServer {
  readonly port: number;
  /** Refuses new connections and drops the open ones. */
  stop(): Promise<void>;
}

const maxMessageBytes = 17 * 1024 * 1024;
const streamWindowBytes = 1024 * 1024;
const connectionWindowBytes = 16 * 1024 * 1024;
const sessionMemoryMegabytes = 1024;

// Not grpc-js's server: writing many messages as one takes a tenth of its time per message, and a call two thirds.
/** Serves gRPC over plaintext HTTP/2 on a loopback address; handlers are found by `/service/Method`, others are UNIMPLEMENTED. */
export async function startGrpcServer(options: {
  host: string;
  port: number;
  handlers: ReadonlyMap<string, GrpcHandler>;
  onUnexpected: (error: unknown) => void;
}): Promise<GrpcServer> {
  assertLoopback(options.host);
  const sessions = new Set<ServerHttp2Session>();
  const server = createServer({ settings: { initialWindowSize: streamWindowBytes }, maxSessionMemory: sessionMemoryMegabytes });
  server.on('session', (session) => {
    sessions.add(session);
    session.setLocalWindowSize(connectionWindowBytes);
    session.on('close', () => sessions.delete(session));
    session.on('error', () => session.destroy());
  });
  server.on('stream', (stream, headers) => serveStream(stream, headers, options));
  server.listen(options.port, options.host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const session of sessions) session.destroy();
      }),
  };
}

function serveStream(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  { handlers, onUnexpected }: { handlers: ReadonlyMap<string, GrpcHandler>; onUnexpected: (error: unknown) => void },
): void {
  stream.on('error', () => stream.destroy());
  if (headers[':method'] !== 'POST' || !headers['content-type']?.startsWith('application/grpc')) {
    stream.respond({ ':status': 415 }, { endStream: true });
    return;
  }
  const call = openGrpcCall(stream);
  const handler = handlers.get(headers[':path'] ?? '');
  if (!handler) {
    call.finish(new GrpcFailure(grpcStatus.unimplemented, `${headers[':path']} is not implemented`));
    return;
  }
  const fail = (error: unknown) => {
    if (!(error instanceof GrpcFailure)) onUnexpected(error);
    call.finish(toGrpcFailure(error));
  };
  const receiver = handler(call);
  const readFrames = createFrameReader((message) => receiver.message(message), maxMessageBytes);
  stream.on('data', (chunk: Buffer) => attempt(() => (call.over() ? undefined : readFrames(chunk)), fail));
  stream.on('end', () => attempt(() => (call.over() ? undefined : receiver.end()), fail));
}

function attempt(act: () => void, fail: (error: unknown) => void): void {
  try {
    act();
  } catch (error) {
    fail(error);
  }
}
