import type { OpenAPIObject } from '@nestjs/swagger';
import type { DeclaredRoute } from './declared-routes';

interface Answer {
  headers?: Record<string, object>;
}
type Operations = Readonly<Record<string, { readonly responses: Readonly<Record<string, Answer>> } | undefined>>;

const warning = {
  description:
    'Names the query parameters that were ignored, as the route has none of that name, and what was probably meant. For logs and people.',
  schema: { type: 'string' },
  example: 'ignored query parameters: "stauts"; did you mean status?',
};
/** A body that is too large is refused before the query is looked at. */
const neverWarns = ['413'];

/** The document with the header in which answers name the query parameters that were ignored. */
export function withQueryWarning(document: OpenAPIObject, routes: readonly DeclaredRoute[]): OpenAPIObject {
  for (const { method, path, namesIgnoredQuery } of routes) {
    const operation = (document.paths[path] as Operations | undefined)?.[method.toLowerCase()];
    if (!operation || !namesIgnoredQuery) continue;
    for (const [status, answer] of Object.entries(operation.responses))
      if (!neverWarns.includes(status)) answer.headers = { ...answer.headers, 'X-Warning': { $ref: '#/components/headers/X-Warning' } };
  }
  const headers = { ...document.components?.headers, 'X-Warning': warning };
  document.components = { ...document.components, headers } as OpenAPIObject['components'] & object;
  return document;
}
