import { RequestMethod, type DynamicModule, type Type } from '@nestjs/common';
import { METHOD_METADATA, MODULE_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { MetadataScanner } from '@nestjs/core';
import type { Deprecation } from '@pps/runtime';
import { deprecationOfHandler } from '../http/deprecated.decorator';
import { knownQueryNames } from '../http/unknown-query-warning';
import { limitOfRoute } from '../limits/rate-limit.guard';
import { BEYOND_PROGRAMS, RECENT_LOGIN, ROUTE_ACCESS, type RouteAccess } from '../auth/route-access.decorator';

/** Where `ApiExcludeController` of @nestjs/swagger leaves its mark; the package gives no name of it out. */
const excluded = 'swagger/apiExcludeController';

export interface DeclaredRoute {
  readonly method: string;
  /** With `{name}` for what varies. */
  readonly path: string;
  readonly access: RouteAccess;
  /** Whether a session needs a sign-in that is not long ago. */
  readonly asksRecentLogin: boolean;
  /** Whether programs that a person lets act are refused. */
  readonly refusesPrograms: boolean;
  /** The limit that its calls are counted against. */
  readonly limit?: string | undefined;
  /** Where it will be gone. */
  readonly deprecation?: Deprecation | undefined;
  /** False of what is for operators, browsers or one other program, and stands in no document. */
  readonly isDescribed: boolean;
  /** Whether it knows which query parameters it takes, and names those that it ignores. */
  readonly namesIgnoredQuery: boolean;
  /** The classes of what its handler is given. */
  readonly takes: readonly Type[];
}

/** Every route of a module and of all it imports, with what it asks of a credential; sorted by path and method. */
export function declaredRoutes(root: Type | DynamicModule): readonly DeclaredRoute[] {
  const routes = [...controllersOf(root, new Set())].flatMap(routesOf);
  return routes.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

const keyOf = ({ path, method }: DeclaredRoute): string => `${path} ${method}`;

function controllersOf(module: unknown, seen: Set<unknown>): Set<Type> {
  const found = new Set<Type>();
  if (seen.has(module) || module === null || (typeof module !== 'object' && typeof module !== 'function')) return found;
  seen.add(module);
  const dynamic = 'module' in module ? (module as DynamicModule) : null;
  const type = dynamic?.module ?? (module as Type);
  const listed = <T>(key: string): readonly T[] => (Reflect.getMetadata(key, type) as readonly T[] | undefined) ?? [];
  for (const controller of [...listed<Type>(MODULE_METADATA.CONTROLLERS), ...(dynamic?.controllers ?? [])]) found.add(controller);
  for (const imported of [...listed<unknown>(MODULE_METADATA.IMPORTS), ...(dynamic?.imports ?? [])]) {
    for (const controller of controllersOf(imported, seen)) found.add(controller);
  }
  return found;
}

function routesOf(controller: Type): DeclaredRoute[] {
  const prototype = controller.prototype as Record<string, object>;
  const isDescribed = !Reflect.hasMetadata(excluded, controller);
  return new MetadataScanner()
    .getAllMethodNames(prototype)
    .map((name) => [name, prototype[name] as object] as const)
    .filter(([, handler]) => Reflect.hasMetadata(PATH_METADATA, handler))
    .flatMap(([name, handler]) => {
      const takes = (Reflect.getMetadata('design:paramtypes', prototype, name) ?? []) as readonly Type[];
      const access = (Reflect.getMetadata(ROUTE_ACCESS, handler) ?? Reflect.getMetadata(ROUTE_ACCESS, controller)) as RouteAccess;
      const asksRecentLogin = Reflect.getMetadata(RECENT_LOGIN, handler) === true || Reflect.getMetadata(RECENT_LOGIN, controller) === true;
      const refusesPrograms = [handler, controller].some((target) => Reflect.getMetadata(BEYOND_PROGRAMS, target) === true);
      const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
      const prefixes = pathsOf(controller);
      const namesIgnoredQuery = knownQueryNames({ getClass: () => controller as never, getHandler: () => handler as never }) !== null;
      const ofHandler = { limit: limitOfRoute(handler, controller), deprecation: deprecationOfHandler(handler), namesIgnoredQuery, takes };
      const told = { method, access, asksRecentLogin, refusesPrograms, isDescribed, ...ofHandler };
      return prefixes.flatMap((prefix) => pathsOf(handler).map((path) => ({ ...told, path: joined(prefix, path) })));
    });
}

function pathsOf(target: object): readonly string[] {
  const paths = Reflect.getMetadata(PATH_METADATA, target) as string | readonly string[] | undefined;
  return paths === undefined ? [''] : typeof paths === 'string' ? [paths] : paths;
}

function joined(prefix: string, path: string): string {
  const parts = `${prefix}/${path}`.split('/').filter((part) => part !== '');
  return `/${parts.map((part) => part.replace(/:(\w+)/g, '{$1}')).join('/')}`;
}
