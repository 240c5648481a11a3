import type { FastifyRequest } from 'fastify';
import type { PlatformState } from './platform-state';
import { authenticationFailed } from './platform-refusal';

/** Who calls, by the access token, and what the user let the app do. */
export interface Session {
  readonly username: string;
  readonly scopes: readonly string[];
}

export function sessionOf(state: PlatformState, request: FastifyRequest): Session {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const known = token === undefined ? undefined : state.accessTokens.get(token);
  if (known === undefined || known.expiresMs <= state.now()) throw authenticationFailed();
  return known;
}
