import type { OpenAPIObject } from '@nestjs/swagger';
import type { DeclaredRoute } from './declared-routes';

interface Operation {
  description?: string;
  deprecated?: boolean;
  readonly responses: Readonly<Record<string, { headers?: Record<string, object> }>>;
}

const headers = {
  Deprecation: {
    description: 'Since when the route is deprecated: a date of RFC 9651 (RFC 9745).',
    schema: { type: 'string' },
    example: '@1798761600',
  },
  Sunset: {
    description: 'When the route will be gone (RFC 8594).',
    schema: { type: 'string' },
    example: 'Wed, 30 Jun 2027 00:00:00 GMT',
  },
};

/** The document with the routes marked that will be gone, and since when, until when. */
export function withDeprecations(document: OpenAPIObject, routes: readonly DeclaredRoute[]): OpenAPIObject {
  for (const { method, path, deprecation } of routes) {
    const operation = (document.paths[path] as Readonly<Record<string, Operation | undefined>> | undefined)?.[method.toLowerCase()];
    if (!operation || !deprecation) continue;
    const words = `Deprecated since ${deprecation.since}; gone from ${deprecation.sunset} on.`;
    Object.assign(operation, { deprecated: true, description: operation.description ? `${words}\n\n${operation.description}` : words });
    for (const answer of Object.values(operation.responses)) answer.headers = { ...answer.headers, ...headers };
  }
  return document;
}
