import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requireScopes } from './board-records';
import { type FaultDelays, takeFaultRecord } from './fault-records';
import { type PlatformState, sessionOf, type Session } from './platform-state';
import { platformRefusal, usualRefusal } from './platform-refusal';
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

/** Notes a write to a board; throws 409 when the one before was less than `board_write_ms` ago. Forgotten at a restart. */
type ExclusiveBoards = (boardId: string) => void;

export function exclusiveBoards(state: PlatformState): ExclusiveBoards {
  const writtenMs = new Map<string, number>();
  return (boardId) => {
    const holdsMs = state.settings().board_write_ms;
    if (holdsMs === 0) return;
    const now = Date.now();
    if (now - (writtenMs.get(boardId) ?? -Infinity) < holdsMs)
      throw platformRefusal(409, 409, 'Could not get exclusive access to the board. Try again later.');
    writtenMs.set(boardId, now);
  };
}

type RateLimiter = (reply: FastifyReply, username: string, category: RateCategory) => void;

const windowMs = 60_000;
const dayMs = 86_400_000;

/** Counts the calls of each user and category in windows of a minute, announces them in headers and refuses what is above. Forgotten at a restart. */
export function rateLimiter(state: PlatformState): RateLimiter {
  const windows = new Map<string, { startMs: number; used: number }>();
  const day = { startMs: 0, used: 0 };
  return (reply, username, category) => {
    refuseAboveDay(state, day);
    const limit = state.settings().rate_limits[category];
    const now = Date.now();
    const key = `${category} ${username}`;
    const known = windows.get(key);
    const window = known !== undefined && now - known.startMs < windowMs ? known : { startMs: now, used: 0 };
    windows.set(key, window);
    const refused = window.used >= limit;
    if (!refused) window.used += 1;
    reply.header('X-RateLimit-Limit', `${limit}, ${limit};w=60;name="${category}"`);
    reply.header('X-RateLimit-Remaining', String(limit - window.used));
    reply.header('X-RateLimit-Reset', String(Math.ceil((window.startMs + windowMs - now) / 1000)));
    if (!refused) return;
    reply.header('x-envoy-ratelimited', 'true');
    throw platformRefusal(429, 8, 'This request exceeded a rate limit.');
  };
}

/** The app's calls of all users in a day. */
function refuseAboveDay(state: PlatformState, day: { startMs: number; used: number }): void {
  const limit = state.settings().daily_limit;
  if (limit === 0) return;
  const now = Date.now();
  if (now - day.startMs >= dayMs) Object.assign(day, { startMs: now, used: 0 });
  if (day.used >= limit) throw platformRefusal(429, 8, 'This request exceeded the daily rate limit of apps with Trial access.');
  day.used += 1;
}
