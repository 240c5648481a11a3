import type { FastifyRequest } from 'fastify';

/** The address the caller used to reach us. */
export function baseUrlOf(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`;
}
