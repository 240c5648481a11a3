import { Rejected } from '@pps/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../logging/logger';
import { envelopeOf, prefersProblem, problemOf } from './envelope';
import type { Failure } from './failure';
import { failureOf } from './failure-of';

// Who is refused, and kept out, is what an operator looks for after an attack.
const securityStatuses: ReadonlySet<number> = new Set([401, 403, 429]);

/** Answers a request with the failure that a thrown value stands for; an unexpected one is logged with its stack. */
export function answerFailure(thrown: unknown, request: FastifyRequest, reply: FastifyReply, logger: Logger): void {
  const gone = hungUp(thrown, request);
  if (gone) logger.debug({ request_id: request.id }, 'the client hung up before the end of its body');
  const failure = failureOf(gone ? new Rejected('bad_request', 'The body ended too early') : thrown);
  if (securityStatuses.has(failure.status))
    logger.warn({ code: failure.code, status: failure.status, client: request.ip }, 'request refused');
  if (failure.status >= 500) logger.error({ err: thrown, code: failure.code }, 'request failed');
  if (reply.sent) return;
  void reply.code(failure.status).headers(headersOf(failure)).header('x-request-id', request.id);
  // The body is serialized here: Fastify would apply the response schema of the route, which describes its successes only.
  if (prefersProblem(request.headers.accept)) {
    const path = request.url.split('?', 1)[0] ?? '/';
    void reply.header('content-type', 'application/problem+json; charset=utf-8').send(JSON.stringify(problemOf(failure, request.id, path)));
  } else {
    void reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(envelopeOf(failure, request.id)));
  }
}

/** Whether the client closed its connection during the body: that error looks like a lost connection to the database. */
function hungUp(thrown: unknown, { raw }: FastifyRequest): boolean {
  if (raw.complete || !raw.destroyed || !(thrown instanceof Error) || !('code' in thrown)) return false;
  return thrown.code === 'ECONNRESET' || thrown.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

function headersOf({ status, context }: Failure): Record<string, string> {
  const wait = context['retry_after_seconds'];
  return {
    vary: 'accept',
    ...(status === 401 && { 'www-authenticate': 'Bearer' }),
    ...(typeof wait === 'number' && { 'retry-after': String(wait) }),
  };
}
