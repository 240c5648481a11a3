import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Rejected } from '@pps/kernel';
import type { DatabaseWrites } from '@pps/read-store';
import { answerFailure, type FailureParts } from './answer-failure';
import { whenRequestEnds } from './request-end';

const writing: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Answers writes with 503 while the database confirms none because its synchronous standby is away: those that come, so that they do not take the
 * connections which reads need, and each second those that wait. What these have written is neither confirmed nor visible until a standby is back;
 * then the same idempotency key finds it.
 */
export function answerUnconfirmed(
  fastify: FastifyInstance,
  writes: Pick<DatabaseWrites, 'trouble' | 'onMissingStandby'>,
  parts: FailureParts,
): void {
  const waiting = new Map<FastifyRequest, FastifyReply>();
  const refuse = (request: FastifyRequest, reply: FastifyReply) =>
    answerFailure(
      new Rejected('service_unavailable', 'Nothing can be stored for certain at the moment: a copy of the database is away'),
      request,
      reply,
      parts,
    );
  writes.onMissingStandby(() => {
    for (const [request, reply] of waiting) refuse(request, reply);
    waiting.clear();
  });
  fastify.addHook('preHandler', (request, reply, done) => {
    if (!writing.has(request.method)) return done();
    if (writes.trouble()?.problem === 'no_standby') return refuse(request, reply);
    waiting.set(request, reply);
    whenRequestEnds(request.raw, reply.raw, () => waiting.delete(request));
    done();
  });
}
