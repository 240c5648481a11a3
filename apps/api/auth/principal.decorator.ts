import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Principal } from '@pps/identity';
import type { Configuration } from '@pps/runtime';
import { Rejected } from '@pps/kernel';
import type { FastifyRequest } from 'fastify';

export interface AuthenticatedRequest {
  principal?: Principal;
  /** Of the session's cookie, where that is what the request goes by. */
  sessionToken?: string;
}

/** The `Principal` of the request; only on routes that are not `@Public()`. */
export const CurrentPrincipal = createParamDecorator((_: unknown, context: ExecutionContext): Principal =>
  principalOf(context.switchToHttp().getRequest<FastifyRequest & AuthenticatedRequest>()),
);

/** The same, for handlers that take the request as a whole. */
export function principalOf({ principal }: FastifyRequest & AuthenticatedRequest): Principal {
  if (!principal) throw new Error('a route without a credential asked for a principal');
  return principal;
}

/** Whether the session's password or Google sign-in is at most `RECENT_LOGIN` old. */
export function isLoginRecent({ authTime = 0 }: Principal, { RECENT_LOGIN }: Pick<Configuration, 'RECENT_LOGIN'>, now: Date): boolean {
  return now.getTime() - authTime * 1_000 <= RECENT_LOGIN;
}

/** Throws `Rejected('session_required')` for a program that a person lets act. */
export function refuseProgram({ grant }: Pick<Principal, 'grant'>): void {
  if (grant)
    throw new Rejected(
      'session_required',
      'A program that a person lets act does not reach keys, connections, billing or the person',
      {},
      { remediation: 'Let the person do it: signed in, or with an API key that the person made.' },
    );
}

/** Throws `Rejected('session_required')` for a key of the sandbox, and for a token made with one, in whichever project it acts. */
export function refuseSandboxKey({ keyEnvironment }: Pick<Principal, 'keyEnvironment'>): void {
  if (keyEnvironment === 'sandbox')
    throw new Rejected(
      'session_required',
      'An API key of the sandbox does not reach the person or the organization',
      {},
      { remediation: 'Log in, or use a key of the production project.' },
    );
}
