import type { FastifyReply, FastifyRequest } from 'fastify';
import { NotFound, Rejected } from '@pps/kernel';
import { answerFailure } from '../errors/answer-failure';
import { errorCatalogue } from '../errors/error-catalogue';
import type { Logger } from '../logging/logger';
import type { AllowedMethods } from './allowed-methods';
import type { SuggestRoute } from './suggest-route';

/** What is said of a path that no route has, and of one that the caller may not know of. */
export const routeNotFound = (suggested: string | null = null): NotFound =>
  new NotFound(
    'Route',
    suggested === null
      ? 'Check the path; /docs lists every route.'
      : `No route has this path: did you mean ${suggested}? /docs lists every route.`,
  );

/** Answers what no route took: 405 with `Allow` on a path that other methods have, 204 to OPTIONS there, else 404 with the route that is most like it. */
export function answerMissingRoute(
  request: FastifyRequest,
  reply: FastifyReply,
  { allowed, suggest, logger }: { readonly allowed: AllowedMethods; readonly suggest: SuggestRoute; readonly logger: Logger },
): void {
  const path = request.url.split('?', 1)[0] ?? '';
  const methods = allowed.of(path);
  if (methods.length === 0 || (methods.includes(request.method) && request.method !== 'OPTIONS')) {
    answerFailure(routeNotFound(suggest(request.method, path)), request, reply, logger);
    return;
  }
  void reply.header('allow', methods.join(', '));
  if (request.method === 'OPTIONS') void reply.code(204).send();
  else answerFailure(new Rejected('method_not_allowed', errorCatalogue.method_not_allowed.message), request, reply, logger);
}
