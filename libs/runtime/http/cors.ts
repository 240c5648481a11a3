import type { FastifyInstance, FastifyReply } from 'fastify';

const methods = 'GET, POST, PUT, PATCH, DELETE';
const accepted = 'Authorization, Content-Type, X-API-Key, X-Request-ID, Idempotency-Key';
const exposed = [
  'X-Request-ID',
  'Retry-After',
  'X-Total-Count',
  'Idempotent-Replayed',
  'X-Service-Quota-Limit',
  'X-Service-Quota-Used',
  'X-Service-Quota-Remaining',
  'X-Platform-RateLimit-Remaining',
  'X-Platform-RateLimit-Capacity',
  'X-Platform-RateLimit-Refill-Per-Second',
].join(', ');
const preflightSeconds = '600';

/** Lets pages of these origins (`*`: of any) read answers; credentials travel in headers only, never in cookies. To be installed before all other hooks. */
export function allowOrigins(fastify: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const any = origins.includes('*');
  fastify.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    if (!any) void reply.header('vary', 'origin');
    if (origin === undefined || !(any || origins.includes(origin))) return done();
    void reply.headers({ 'access-control-allow-origin': any ? '*' : origin, 'access-control-expose-headers': exposed });
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined) answerPreflight(reply);
    else done();
  });
}

function answerPreflight(reply: FastifyReply): void {
  void reply
    .code(204)
    .headers({
      'access-control-allow-methods': methods,
      'access-control-allow-headers': accepted,
      'access-control-max-age': preflightSeconds,
    })
    .send();
}
