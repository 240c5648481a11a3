import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requireScopes } from './board-records';
import type { ExclusiveBoards } from './exclusive-boards';
import type { FaultDelays } from './fault-delays';
import { takeFaultRecord } from './fault-records';
import type { PlatformState } from './platform-state';
import type { RateLimiter } from './rate-limiter';
import { platformRefusal, usualRefusal } from './platform-refusal';
import { sessionOf } from './session';
import type { Session } from './session';
import type { RateCategory } from './control-settings';
import type { Fault, Operation } from './records';

export interface Definition {
  readonly operation: Operation;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly success: number;
}

export interface UserDefinition extends Definition {
  readonly category: RateCategory;
  readonly scopes: readonly string[];
}

export type Run = (request: FastifyRequest, reply: FastifyReply) => unknown;
export type UserRun = (session: Session, request: FastifyRequest, receivedMs: number) => unknown;

export interface PlatformSimulator {
  readonly state: PlatformState;
  readonly limit: RateLimiter;
  readonly exclusive: ExclusiveBoards;
  readonly delays: FaultDelays;
}

/** A call of the platform's that faults can meet: first the delay, then the refusal or the effect, then, when asked, a dropped connection. */
export function defineOperation(app: FastifyInstance, platform: PlatformSimulator, definition: Definition, run: Run): void {
  const { operation, method, url, success } = definition;
  app.route({
    method,
    url,
    handler: async (request, reply) => {
      const fault = takeFaultRecord(platform.state, operation, (request.body as { title?: unknown } | undefined)?.title);
      if (fault !== undefined) await platform.delays.pass(fault);
      if (fault?.headers !== undefined) reply.headers(fault.headers);
      if (fault?.drop_before_commit === true) return cut(request, reply);
      if (fault?.body !== undefined) return reply.code(fault.status ?? success).send(fault.body);
      const late = fault?.drop_after_commit === true || fault?.after_commit === true;
      if (fault?.status !== undefined && !late) throw refusalBy(operation, fault, fault.status);
      const answer = await run(request, reply);
      await platform.state.store.flushed();
      if (fault?.drop_after_commit === true) return cut(request, reply);
      if (fault?.status !== undefined) throw refusalBy(operation, fault, fault.status);
      return reply.code(success).send(answer);
    },
  });
}

/** The same for a call in a user's name, with its token, scopes and rate checked. */
export function defineUserOperation(app: FastifyInstance, platform: PlatformSimulator, definition: UserDefinition, run: UserRun): void {
  defineOperation(app, platform, definition, (request, reply) => {
    const receivedMs = Date.now();
    const session = sessionOf(platform.state, request);
    platform.limit(reply, session.username, definition.category);
    requireScopes(session, definition.scopes);
    return run(session, request, receivedMs);
  });
}

function cut(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack();
  request.raw.socket.destroy();
  return reply;
}

function refusalBy(operation: Operation, fault: Fault, status: number): Error {
  const usual = usualRefusal(operation, status);
  return platformRefusal(status, fault.code ?? usual.code, fault.message ?? usual.message);
}
