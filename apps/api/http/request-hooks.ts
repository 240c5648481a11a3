import type { FastifyInstance, FastifyRequest } from 'fastify';
import { shareStorePatience } from '@pps/event-store';
import { Rejected } from '@pps/kernel';
import { runCorrelated, type Correlation, httpRequestDuration, requestSpans, type RequestTrace, type Tracing } from '@pps/runtime';
import { answerFailure, type FailureParts } from './answer-failure';
import { allowedMethods, answerMissingRoute } from './answer-missing-route';
import { applyBodyLimit } from './route-setting.decorator';
import { preflightRoute } from './allow-origins';
import { rateLimitFields } from './rate-limit-fields';
import { deprecationFields, deprecationsOf } from './deprecated.decorator';
import { suggestRoute, type DescribedRoute } from './suggest-route';

export interface RequestHooks extends FailureParts {
  readonly tracing?: Tracing | undefined;
  /** What a path that no route has may have been meant for. */
  readonly described: readonly DescribedRoute[];
  /** Whether this process was told to end. */
  readonly isStopping: () => boolean;
}

/** What happens to every request before and after its route: correlation, failures, log line, metrics, spans where they are wanted. */
export function installRequestHooks(fastify: FastifyInstance, { logger, config, tracing, described, isStopping }: RequestHooks): void {
  const allowed = allowedMethods();
  const parts = { logger, config };
  const missing = { allowed, suggest: suggestRoute(described), parts };
  const correlations = new WeakMap<FastifyRequest, Correlation>();
  fastify.addHook('onRoute', (route) => {
    applyBodyLimit(route);
    allowed.add(route.method, route.url);
  });

  fastify.addHook('onRequest', (request, reply, done) => {
    const begin = () => {
      // Before the body is read, so that its faults do not hide that there is no such route.
      if (patternOf(request) === undefined) answerMissingRoute(request, reply, missing);
      else if (!isWellFormed(request))
        answerFailure(new Rejected('bad_request', 'The URL or the Host header is malformed'), request, reply, parts);
      else done();
    };
    const correlation: Correlation = { requestId: request.id, correlationId: request.id, ...(tracing && { trace: { appends: [] } }) };
    correlations.set(request, correlation);
    runCorrelated(correlation, () => shareStorePatience(begin));
  });

  fastify.addHook('onSend', (request, reply, _payload, done) => {
    const { limits, deprecations = [] } = correlations.get(request) ?? {};
    if (limits) void reply.headers(rateLimitFields(limits));
    const deprecated = [...deprecationsOf(request.routeOptions), ...deprecations];
    if (deprecated.length > 0) void reply.headers(deprecationFields(deprecated));
    // Clients and proxies send their next request elsewhere, not on a connection that is about to close.
    if (isStopping()) void reply.header('connection', 'close');
    done();
  });

  fastify.addHook('onResponse', (request, reply, done) => {
    const labels = { method: request.method, route: patternOf(request) ?? 'unmatched', status: reply.statusCode };
    httpRequestDuration.observe(labels, reply.elapsedTime / 1_000);
    const correlation = correlations.get(request);
    if (tracing && correlation?.trace) recordRequest(tracing, correlation.trace, request, { ...labels, ms: reply.elapsedTime });
    const actor = correlation?.actor;
    const who = actor === undefined ? {} : { actor: `${actor.type} ${actor.id}` };
    logger[probes.has(labels.route) ? 'debug' : 'info'](
      { ...labels, ms: Math.round(reply.elapsedTime), request_id: request.id, ...who },
      'request',
    );
    done();
  });

  fastify.setNotFoundHandler((request, reply) => answerMissingRoute(request, reply, missing));
  fastify.setErrorHandler((error, request, reply) => answerFailure(error, request, reply, parts));
}

/** Asked every few seconds by whoever watches the process, our own start too; metrics count them. */
const probes: ReadonlySet<string> = new Set(['/health/live', '/health/ready', '/healthz', '/readyz']);

/** The path of the route that takes the request, as it was declared; undefined when there is none. */
const patternOf = ({ is404, routeOptions }: FastifyRequest): string | undefined =>
  is404 || routeOptions.url === preflightRoute ? undefined : routeOptions.url;

function recordRequest(
  tracing: Tracing,
  trace: RequestTrace,
  request: FastifyRequest,
  { method, route, status, ms }: { readonly method: string; readonly route: string; readonly status: number; readonly ms: number },
): void {
  const endMs = Date.now();
  const attributes = { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status };
  const answered = { requestId: request.id, name: `${method} ${route}`, startMs: endMs - ms, endMs, attributes, hasFailed: status >= 500 };
  for (const span of requestSpans(answered, trace.appends ?? [])) tracing.record(span);
  // What it appends from now on stands by itself.
  trace.appends = null;
}

function isWellFormed(request: FastifyRequest): boolean {
  if (request.raw.httpVersion === '1.1' && request.headers.host === undefined) return false;
  try {
    decodeURIComponent(request.url.split('?').slice(1).join('?'));
    return true;
  } catch {
    return false;
  }
}
