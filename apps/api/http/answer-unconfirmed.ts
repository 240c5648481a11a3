import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Rejected } from '@pps/kernel';
import type { DatabaseWrites } from '@pps/read-store';
import { answerFailure, type FailureParts } from './answer-failure';
import { failureAnswerOf } from './route-setting.decorator';

const writing: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
/** A request is answered at the second look that finds commits waiting: one may have seen a standby that only stood still for a moment. */
const looksAtLeast = 2;

interface Waiting {
  readonly reply: FastifyReply;
  looks: number;
}

/**
 * Answers writes of the interface with 503 while the database confirms none because its synchronous standby is away: those that come, so that they do
 * not take the connections which reads need, and within some seconds those that wait. What these have written is neither confirmed nor visible until a
 * standby is back; then the same idempotency key finds it. Pages, and tools over MCP, wait until their time-outs.
 */
export function answerUnconfirmed(
  fastify: FastifyInstance,
  writes: Pick<DatabaseWrites, 'trouble' | 'onMissingStandby'>,
  parts: FailureParts,
): void {
  const waiting = new Map<FastifyRequest, Waiting>();
  const refuse = (request: FastifyRequest, reply: FastifyReply) =>
    answerFailure(
      new Rejected('service_unavailable', 'Nothing can be stored for certain at the moment: a copy of the database is away'),
      request,
      reply,
      parts,
    );
  writes.onMissingStandby(() => {
    for (const [request, each] of waiting) {
      each.looks += 1;
      if (each.looks < looksAtLeast) continue;
      waiting.delete(request);
      if (!each.reply.raw.headersSent) refuse(request, each.reply);
    }
  });
  fastify.addHook('preHandler', (request, reply, done) => {
    if (!mayWrite(request)) return done();
    if (writes.trouble()?.problem === 'no_standby') return refuse(request, reply);
    waiting.set(request, { reply, looks: 0 });
    done();
  });
  // One that has its answer must not get a second one, however long its client takes to read it.
  fastify.addHook('onSend', (request, _reply, _payload, done) => {
    waiting.delete(request);
    done();
  });
  fastify.addHook('onResponse', (request, _reply, done) => {
    waiting.delete(request);
    done();
  });
}

function mayWrite(request: FastifyRequest): boolean {
  if (!writing.has(request.method)) return false;
  return request.url.startsWith('/v1/') || failureAnswerOf(request.routeOptions) !== undefined;
}
