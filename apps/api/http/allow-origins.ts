import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

const shared: FastifyCorsOptions = {
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowedHeaders: [
    ...['Authorization', 'Content-Type', 'X-API-Key', 'X-Request-ID', 'Idempotency-Key'],
    // Of the protocol at /mcp.
    ...['MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name', 'Mcp-Session-Id', 'Last-Event-ID', 'X-MCP-Toolsets'],
  ],
  exposedHeaders: [
    'X-Request-ID',
    'X-Warning',
    'Retry-After',
    'X-Total-Count',
    'X-Next-Cursor',
    'Idempotent-Replayed',
    'RateLimit',
    'RateLimit-Policy',
    'Deprecation',
    'Sunset',
    'Link',
    'WWW-Authenticate',
    'X-Service-Quota-Limit',
    'X-Service-Quota-Used',
    'X-Service-Quota-Remaining',
    'X-Platform-RateLimit-Remaining',
    'X-Platform-RateLimit-Capacity',
    'X-Platform-RateLimit-Refill-Per-Second',
  ],
  maxAge: 600,
};

/** The route that takes every OPTIONS request which is no preflight; its path says nothing about what exists. */
export const preflightRoute = '*';

/** Lets pages of these origins (`*`: of any) read answers; credentials travel in headers only, never in cookies. To be installed before all hooks that may answer. */
export async function allowOrigins(fastify: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return;
  const any = origins.includes('*');
  await fastify.register(cors, {
    delegator: ({ headers }, decide) => {
      const { origin } = headers;
      const isAllowed = origin !== undefined && (any || origins.includes(origin));
      // An OPTIONS request without this header asks about the route, not whether a page may call it.
      const preflight = headers['access-control-request-method'] !== undefined;
      decide(null, { ...shared, preflight, origin: isAllowed && (any ? '*' : origin) });
    },
  });
}
