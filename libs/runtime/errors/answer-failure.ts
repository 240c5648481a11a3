import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../logging/logger';
import { envelopeOf, prefersProblem, problemOf } from './envelope';
import type { Failure } from './failure';
import { failureOf } from './failure-of';

/** Answers a request with the failure that a thrown value stands for; what nobody foresaw is logged with its stack. */
export function answerFailure(thrown: unknown, request: FastifyRequest, reply: FastifyReply, logger: Logger): void {
  const failure = failureOf(thrown);
  if (failure.status >= 500) logger.error({ err: thrown, code: failure.code }, 'request failed');
  if (reply.sent) return;
  void reply.code(failure.status).headers(headersOf(failure)).header('x-request-id', request.id);
  // Serialized here: a route's own response schema says nothing about failures.
  if (prefersProblem(request.headers.accept)) {
    const path = request.url.split('?', 1)[0] ?? '/';
    void reply.header('content-type', 'application/problem+json; charset=utf-8').send(JSON.stringify(problemOf(failure, request.id, path)));
  } else {
    void reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(envelopeOf(failure, request.id)));
  }
}

function headersOf({ status, context }: Failure): Record<string, string> {
  const wait = context['retry_after_seconds'];
  return {
    vary: 'accept',
    ...(status === 401 && { 'www-authenticate': 'Bearer' }),
    ...((status === 429 || status === 503) && typeof wait === 'number' && { 'retry-after': String(wait) }),
  };
}
