import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants';

/** Adds to what Fastify is told of a route. Of two `RouteConfig` on one method (Nest 11.2) only the upper one would count. */
export const RouteSetting =
  (setting: object): MethodDecorator =>
  (target, property, descriptor) => {
    const before = Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, descriptor.value as object) as object | undefined;
    RouteConfig({ ...before, ...setting })(target, property, descriptor);
  };

/** Whether the route of a request has such a setting. */
export function hasRouteSetting({ routeOptions }: Pick<FastifyRequest, 'routeOptions'>, name: string): boolean {
  const config: unknown = routeOptions.config;
  return typeof config === 'object' && config !== null && name in config;
}
