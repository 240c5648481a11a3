import { RouteConfig } from '@nestjs/platform-fastify';
import type { RouteOptions } from 'fastify';

/** Lets one route take a JSON body of up to `bytes` instead of 1 MiB. */
export const BodyLimit = (bytes: number): MethodDecorator => RouteConfig({ bodyLimit: bytes });

/** Applies a route's BodyLimit when Fastify learns of the route. */
export function applyBodyLimit(route: RouteOptions): void {
  const config: unknown = route.config;
  if (typeof config !== 'object' || config === null || !('bodyLimit' in config)) return;
  if (typeof config.bodyLimit === 'number') route.bodyLimit = config.bodyLimit;
}
