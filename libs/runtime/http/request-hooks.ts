import type { FastifyInstance, FastifyRequest } from 'fastify';
import { shareStorePatience } from '@pps/event-store';
import { Rejected } from '@pps/kernel';
import { runCorrelated, type Correlation } from '../correlation/correlation';
import { answerFailure } from '../errors/answer-failure';
import { httpRequestDuration } from '../metrics/http-request-duration';
import type { Logger } from '../logging/logger';
import { allowedMethods } from './allowed-methods';
import { answerMissingRoute } from './answer-missing-route';
import { applyBodyLimit } from './body-limit.decorator';
import { preflightRoute } from './allow-origins';

/** What happens to every request before and after its route: correlation, failures, log line, metrics. */
export function installRequestHooks(fastify: FastifyInstance, logger: Logger): void {
  const allowed = allowedMethods();
  const correlations = new WeakMap<FastifyRequest, Correlation>();
  fastify.addHook('onRoute', (route) => {
    applyBodyLimit(route);
    allowed.add(route.method, route.url);
  });

  fastify.addHook('onRequest', (request, reply, done) => {
    const begin = () => {
      // Before the body is read, so that its faults do not hide that there is no such route.
      if (patternOf(request) === undefined) answerMissingRoute(request, reply, allowed, logger);
      else if (!isWellFormed(request))
        answerFailure(new Rejected('bad_request', 'The URL or the Host header is malformed'), request, reply, logger);
      else done();
    };
    const correlation: Correlation = { requestId: request.id, correlationId: request.id };
    correlations.set(request, correlation);
    runCorrelated(correlation, () => shareStorePatience(begin));
  });

  let closing = false;
  fastify.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  fastify.addHook('onSend', (_request, reply, _payload, done) => {
    // Otherwise a shutdown would wait for connections that stay open after an answer given meanwhile.
    if (closing) void reply.header('connection', 'close');
    done();
  });

  fastify.addHook('onResponse', (request, reply, done) => {
    const labels = { method: request.method, route: patternOf(request) ?? 'unmatched', status: reply.statusCode };
    httpRequestDuration.observe(labels, reply.elapsedTime / 1_000);
    const actor = correlations.get(request)?.actor;
    const who = actor === undefined ? {} : { actor: `${actor.type} ${actor.id}` };
    logger.info({ ...labels, ms: Math.round(reply.elapsedTime), request_id: request.id, ...who }, 'request');
    done();
  });

  fastify.setNotFoundHandler((request, reply) => answerMissingRoute(request, reply, allowed, logger));
  fastify.setErrorHandler((error, request, reply) => answerFailure(error, request, reply, logger));
}

/** The path of the route that takes the request, as it was declared; undefined when there is none. */
const patternOf = ({ is404, routeOptions }: FastifyRequest): string | undefined =>
  is404 || routeOptions.url === preflightRoute ? undefined : routeOptions.url;

function isWellFormed(request: FastifyRequest): boolean {
  if (request.raw.httpVersion === '1.1' && request.headers.host === undefined) return false;
  try {
    decodeURIComponent(request.url.split('?').slice(1).join('?'));
    return true;
  } catch {
    return false;
  }
}
