import { RouteConfig } from '@nestjs/platform-fastify';
import type { Logger } from '@pps/runtime';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
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

/** Most bytes of a JSON body where a route does not say otherwise. */
export const bodyLimit = 1024 * 1024;

/** Most bytes of a body whose sender shows no good credential. */
const anonymousBodyLimit = 64 * 1024;

/** Lets a route whose bodies are their own credential take `bytes` from everybody. */
export const AnonymousBodyLimit = (bytes: number): MethodDecorator => RouteSetting({ anonymousBodyLimit: bytes });

/** How much a route takes from who shows no good credential. */
export const anonymousBodyLimitOf = ({ config }: FastifyRequest['routeOptions']): number =>
  numberIn(config, 'anonymousBodyLimit') ?? anonymousBodyLimit;

/** Lets one route take a JSON body of up to `bytes` instead of 1 MiB, and of up to `fields` fields and items instead of 10 000 per MiB. */
export const BodyLimit = (bytes: number, fields?: number): MethodDecorator =>
  RouteSetting({ bodyLimit: bytes, ...(fields !== undefined && { bodyFields: fields }) });

/** Applies a route's BodyLimit when Fastify learns of the route. */
export function applyBodyLimit(route: RouteOptions): void {
  const limit = numberIn(route.config, 'bodyLimit');
  if (limit !== undefined) route.bodyLimit = limit;
}

/** How many fields and items a route's BodyLimit allows, where it says so. */
export const bodyFieldsOf = ({ config }: FastifyRequest['routeOptions']): number | undefined => numberIn(config, 'bodyFields');

/** With what status a route refuses who asks too often: 429, where its setting `tooManyStatus` says nothing else. */
export const tooManyStatusOf = ({ config }: FastifyRequest['routeOptions']): number => numberIn(config, 'tooManyStatus') ?? 429;

type AnswerFailure = (thrown: unknown, request: FastifyRequest, reply: FastifyReply, logger: Logger) => void;

/** What answers failures of a route in a form of its own, wherever they come from; undefined for the form of the interface. */
export function failureAnswerOf(routeOptions: FastifyRequest['routeOptions'] | undefined): AnswerFailure | undefined {
  const config = routeOptions?.config as { readonly answerFailure?: AnswerFailure } | undefined;
  return config?.answerFailure;
}

/** What a route says to who shows no good credential (`WWW-Authenticate`), by the code of the refusal. */
export function challengeOf({ config }: FastifyRequest['routeOptions'], code: string): string {
  const { challenge } = config as { readonly challenge?: (code: string) => string };
  return challenge?.(code) ?? 'Bearer';
}

function numberIn(config: unknown, name: string): number | undefined {
  const value: unknown = typeof config === 'object' && config !== null ? (config as Readonly<Record<string, unknown>>)[name] : undefined;
  return typeof value === 'number' ? value : undefined;
}
