import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants';
import { noteDeprecation, type Deprecation } from '@pps/runtime';
import type { FastifyRequest } from 'fastify';
import { RouteSetting } from './route-setting.decorator';

/** What is deprecated stays for so long: docs/changes.md promises it. */
const shortestNoticeMs = 180 * 86_400_000;

/** Marks a route: every answer carries `Deprecation` and `Sunset`, and the interface's description says it. Throws where the notice is too short. */
export const Deprecated = (deprecation: Deprecation): MethodDecorator => RouteSetting({ deprecation: requireNotice(deprecation) });

const DEPRECATED_FIELDS = Symbol('DeprecatedFields');

/** Marks a field of a body or a query: the answers to requests that have it carry the same, and the interface's description says it. */
export const DeprecatedField = (deprecation: Deprecation): PropertyDecorator =>
  applyDecorators(ApiPropertyOptional({ deprecated: true }), (target: object, property?: string | symbol) => {
    const before = Reflect.getMetadata(DEPRECATED_FIELDS, target) as object | undefined;
    Reflect.defineMetadata(DEPRECATED_FIELDS, { ...before, [String(property)]: requireNotice(deprecation) }, target);
  });

/** Notes what of an input, as it was sent, is deprecated in the class that checks it. */
export function noteDeprecatedFields(instance: object, sent: object): void {
  const fields = Reflect.getMetadata(DEPRECATED_FIELDS, instance) as Readonly<Record<string, Deprecation>> | undefined;
  for (const [name, deprecation] of Object.entries(fields ?? {})) if (Object.hasOwn(sent, name)) noteDeprecation(deprecation);
}

/** Of the route of a request; none where it stays. */
export function deprecationsOf({ config }: FastifyRequest['routeOptions']): readonly Deprecation[] {
  const { deprecation } = config as { readonly deprecation?: Deprecation };
  return deprecation ? [deprecation] : [];
}

/** As a handler declares it. */
export const deprecationOfHandler = (handler: object): Deprecation | undefined =>
  (Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, handler) as { readonly deprecation?: Deprecation } | undefined)?.deprecation;

/** Header fields of an answer (RFC 9745, RFC 8594) to what used all of these: the earliest moment of each kind, and every page. */
export function deprecationFields(deprecations: readonly Deprecation[]): Readonly<Record<string, string>> {
  const earliest = (dates: readonly string[]) => Math.min(...dates.map((date) => Date.parse(date)));
  const pages = [...new Set(deprecations.flatMap(({ page }) => (page === undefined ? [] : [page])))];
  return {
    deprecation: `@${earliest(deprecations.map(({ since }) => since)) / 1_000}`,
    sunset: new Date(earliest(deprecations.map(({ sunset }) => sunset))).toUTCString(),
    ...(pages.length > 0 && { link: pages.map((page) => `<${page}>; rel="deprecation"`).join(', ') }),
  };
}

function requireNotice(deprecation: Deprecation): Deprecation {
  const notice = Date.parse(deprecation.sunset) - Date.parse(deprecation.since);
  if (!(notice >= shortestNoticeMs))
    throw new Error(`What is deprecated stays for 180 days at least, not from ${deprecation.since} to ${deprecation.sunset}`);
  return deprecation;
}
