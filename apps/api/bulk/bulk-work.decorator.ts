import { RouteSetting } from '../http/route-setting.decorator';
import type { FastifyRequest } from 'fastify';

/** A route that may change many things at once: it waits for the read models, so that nobody's reads wait for it. */
export const BulkWork = (): MethodDecorator => RouteSetting({ bulkWork: true });

/** Whether the route of a request is such a one. */
export function isBulkWork({ routeOptions }: Pick<FastifyRequest, 'routeOptions'>): boolean {
  const config: unknown = routeOptions.config;
  return typeof config === 'object' && config !== null && 'bulkWork' in config;
}
