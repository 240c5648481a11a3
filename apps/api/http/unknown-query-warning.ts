import type { ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { getMetadataStorage } from 'class-validator';
import { projectHeader } from '../auth/refuse-other-project';
import { isChecked } from './input.pipe';
import { suggestion } from './suggest-name';

/** Where @nestjs/swagger (11.4) leaves what its decorators say; the package gives no names of these out. */
const parameters = 'swagger/apiParameters';
const excluded = 'swagger/apiExcludeController';

export const warningHeader = 'x-warning';

const mostNamed = 5;
const longestName = 40;

/** What a header says of query parameters that a route does not know and so ignores; null where it knows all, or takes whatever comes. */
export function unknownQueryWarning(query: unknown, known: readonly string[] | null): string | null {
  if (known === null || typeof query !== 'object' || query === null) return null;
  // Which project a session is meant to be in is no route's own.
  const unknown = Object.keys(query).filter((name) => !known.includes(name) && name !== projectHeader);
  if (unknown.length === 0) return null;
  const absent = known.filter((name) => !Object.hasOwn(query, name));
  const named = unknown.slice(0, mostNamed).map((name) => `${quoted(name)}${suggestion(name, absent)}`);
  const more = unknown.length > mostNamed ? ` and ${unknown.length - mostNamed} more` : '';
  return `ignored query parameters: ${named.join(', ')}${more}`;
}

/** The query parameters that a handler declares; null where it takes the query as it is, and of pages for browsers, whose links have what they have. */
export function knownQueryNames(context: Pick<ExecutionContext, 'getClass' | 'getHandler'>): readonly string[] | null {
  const [target, handler] = [context.getClass(), context.getHandler()];
  if (Reflect.hasMetadata(excluded, target)) return null;
  const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, target, handler.name) ?? {}) as Readonly<
    Record<string, { readonly index: number; readonly data?: unknown }>
  >;
  const types = (Reflect.getMetadata('design:paramtypes', target.prototype as object, handler.name) ?? []) as readonly unknown[];
  const names = new Set<string>(described(handler));
  for (const [key, { index, data }] of Object.entries(args)) {
    if (!key.startsWith(`${RouteParamtypes.QUERY}:`)) continue;
    if (typeof data === 'string') names.add(data);
    else if (!isChecked(types[index])) return null;
    else for (const name of fieldsOf(types[index] as () => void)) names.add(name);
  }
  return [...names];
}

/** What decorators of guards say of a route: `as_of`. */
const described = (handler: object): string[] =>
  ((Reflect.getMetadata(parameters, handler) ?? []) as readonly { readonly in: string; readonly name: string }[])
    .filter((parameter) => parameter.in === 'query')
    .map(({ name }) => name);

const fieldsOf = (type: () => void): readonly string[] =>
  getMetadataStorage()
    .getTargetValidationMetadatas(type, '', false, false)
    .map(({ propertyName }) => propertyName);

/** Safe in a header: printable ASCII alone, everything else escaped as in JSON. */
const quoted = (name: string): string =>
  JSON.stringify(name.slice(0, longestName)).replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
