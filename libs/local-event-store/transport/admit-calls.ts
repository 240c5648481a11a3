import { timingSafeEqual } from 'node:crypto';
import type { Metadata, ServerInterceptingCallInterface } from '@grpc/grpc-js';
import type { GrpcFailure } from './grpc-failure';

/** The failure that a call of this path with these headers ends with before its handler sees it, or null. */
export type Refusal = (path: string, metadata: Metadata) => GrpcFailure | null;

type Listener = Parameters<ServerInterceptingCallInterface['start']>[0];

/**
 * Asks of every call below `service` (`/package.Service/`) that its header `connection-name` is the token: EventStoreDB's client sends no user and
 * password without TLS, but the connection name of its connection string with every call.
 */
export function requireToken(token: string, service: string, failure: () => GrpcFailure): Refusal {
  const wanted = Buffer.from(token);
  return (path, metadata) => {
    if (!path.startsWith(service)) return null;
    const [name] = metadata.get('connection-name');
    const given = Buffer.from(typeof name === 'string' ? name : '');
    return given.length === wanted.length && timingSafeEqual(given, wanted) ? null : failure();
  };
}

/** The listener, which hears nothing of a call that is refused. */
export function admitCalls(
  call: ServerInterceptingCallInterface,
  listener: Listener,
  refuse: (metadata: Metadata) => GrpcFailure | null,
): Listener {
  return {
    onReceiveMetadata: (metadata) => {
      const failure = refuse(metadata);
      if (failure) call.sendStatus({ code: failure.code, details: failure.message, metadata: failure.metadata });
      else listener.onReceiveMetadata(metadata);
    },
    onReceiveMessage: (message) => listener.onReceiveMessage(message),
    onReceiveHalfClose: () => listener.onReceiveHalfClose(),
    onCancel: () => listener.onCancel(),
  };
}
