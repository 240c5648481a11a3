import type { FastifyReply, FastifyRequest } from 'fastify';
import { NotFound, Rejected } from '@pps/kernel';
import { answerFailure } from '../errors/answer-failure';
import { errorCatalogue } from '../errors/error-catalogue';
import type { Logger } from '../logging/logger';
import type { AllowedMethods } from './allowed-methods';

/** Answers what no route took: 405 with `Allow` on a path that other methods have, 204 to OPTIONS there, else 404. */
export function answerMissingRoute(request: FastifyRequest, reply: FastifyReply, allowed: AllowedMethods, logger: Logger): void {
  const methods = allowed.of(request.url.split('?', 1)[0] ?? '');
  if (methods.length === 0 || (methods.includes(request.method) && request.method !== 'OPTIONS')) {
    answerFailure(new NotFound('Route'), request, reply, logger);
    return;
  }
  void reply.header('allow', methods.join(', '));
  if (request.method === 'OPTIONS') void reply.code(204).send();
  else answerFailure(new Rejected('method_not_allowed', errorCatalogue.method_not_allowed.message), request, reply, logger);
}
