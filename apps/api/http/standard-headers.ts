import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const strict = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const forOwnPages =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";
const oneYearSeconds = 31_536_000;

/** Sets what every answer carries, also one that never reached a route: the request id and the security headers. */
export function setStandardHeaders(request: FastifyRequest, reply: FastifyReply): void {
  const page = request.url === '/docs' || request.url.startsWith('/docs/');
  void reply.headers({
    'x-request-id': request.id,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': page ? forOwnPages : strict,
    ...(!page && { 'cache-control': 'no-store' }),
    ...(request.protocol === 'https' && { 'strict-transport-security': `max-age=${oneYearSeconds}` }),
  });
}

/** Sets them on every answer, preflights too; to be installed before all that may answer. */
export function installStandardHeaders(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    setStandardHeaders(request, reply);
    done();
  });
}
