import type { FastifyReply, FastifyRequest } from 'fastify';
import { NotFound, Rejected } from '@pps/kernel';
import { answerFailure, type FailureParts } from './answer-failure';
import { errorCatalogue } from '@pps/runtime';
import { qualityOf } from './quality-of';
import { missingManualPage } from '../manual/manual.page';
import { renderPage } from '../web/render-page';
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
  { allowed, suggest, parts }: { readonly allowed: AllowedMethods; readonly suggest: SuggestRoute; readonly parts: FailureParts },
): void {
  const path = request.url.split('?', 1)[0] ?? '';
  const methods = allowed.methodsOf(path);
  if (methods.length === 0 || (methods.includes(request.method) && request.method !== 'OPTIONS')) {
    if (isManualPage(path) && prefersPage(request)) {
      void reply.headers({ vary: 'accept', 'cache-control': 'no-store' }).send(renderPage(missingManualPage(), reply, parts.config));
      return;
    }
    answerFailure(routeNotFound(suggest(request.method, path)), request, reply, parts);
    return;
  }
  void reply.header('allow', methods.join(', '));
  if (request.method === 'OPTIONS') void reply.code(204).send();
  else answerFailure(new Rejected('method_not_allowed', errorCatalogue.method_not_allowed.message), request, reply, parts);
}

const isManualPage = (path: string): boolean => path.startsWith('/docs/');

/** Whether somebody looks who likes a page better than JSON, as browsers do. */
function prefersPage({ method, headers: { accept } }: FastifyRequest): boolean {
  const forPrograms = Math.max(qualityOf('application/json', accept), qualityOf('application/problem+json', accept));
  return ['GET', 'HEAD'].includes(method) && qualityOf('text/html', accept) > forPrograms;
}

interface KnownRoute {
  readonly method: string;
  readonly matches: RegExp;
}

interface AllowedMethods {
  add(methods: string | readonly string[], pattern: string): void;
  methodsOf(path: string): readonly string[];
}

/** Remembers which methods each route pattern answers, to distinguish a wrong method on a known path from an unknown path. */
export function allowedMethods(): AllowedMethods {
  const routes: KnownRoute[] = [];
  return {
    add(methods, pattern) {
      for (const method of [methods].flat()) routes.push({ method, matches: expressionOf(pattern) });
    },
    methodsOf(path) {
      const methods = new Set(routes.filter(({ matches }) => matches.test(path)).map(({ method }) => method));
      return methods.size === 0 ? [] : [...methods.add('OPTIONS')].sort();
    },
  };
}

/** What a route says of the form of a variable part does not matter here. */
function expressionOf(pattern: string): RegExp {
  const source = pattern
    .replace(/\(\^.*?\$\)/g, '')
    .split(/(:[A-Za-z0-9_]+|\*)/)
    .map((part) => (part === '*' ? '.*' : part.startsWith(':') ? '[^/]+' : part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')))
    .join('');
  return new RegExp(`^${source}$`);
}
