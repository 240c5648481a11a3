import type { OpenAPIObject } from '@nestjs/swagger';
import type { DeclaredRoute } from './declared-routes';

interface Answer {
  headers?: Record<string, object>;
}
type Operations = Readonly<
  Record<string, { readonly requestBody?: object; readonly responses: Readonly<Record<string, Answer>> } | undefined>
>;

const text = { type: 'string' };

const fieldsOf = (limit: string): Record<string, object> => ({
  RateLimit: {
    description: `What is left of the limit \`${limit}\` (\`r\`), and seconds until its window is over (\`t\`): a structured field (RFC 9651). Absent where the call was not counted.`,
    schema: text,
    example: `"${limit}";r=19;t=42`,
  },
  'RateLimit-Policy': {
    description: `How many calls (\`q\`) in a window of how many seconds (\`w\`) the limit \`${limit}\` allows.`,
    schema: text,
    example: `"${limit}";q=20;w=60`,
  },
});

/**
 * The document with the fields that answers of limited routes carry, whatever they say: a call that is refused later was counted. A body that is refused counts
 * for its sender, on every route that takes one.
 */
export function withLimitFields(document: OpenAPIObject, routes: readonly DeclaredRoute[]): OpenAPIObject {
  const shared: Record<string, object> = {};
  for (const { method, path, limit } of routes) {
    const operation = (document.paths[path] as Operations | undefined)?.[method.toLowerCase()];
    if (!operation) continue;
    const counted = limit ?? (operation.requestBody && 'refused_bodies');
    if (counted === undefined) continue;
    for (const [status, answer] of Object.entries(operation.responses))
      if (limit !== undefined || /^4/.test(status)) answer.headers = { ...answer.headers, ...referencesTo(counted, shared) };
  }
  const headers = { ...document.components?.headers, ...shared };
  document.components = {
    ...document.components,
    headers: Object.fromEntries(Object.entries(headers).sort()),
  } as OpenAPIObject['components'] & object;
  return document;
}

/** Each field is described once for a limit. */
function referencesTo(limit: string, shared: Record<string, object>): Record<string, object> {
  const references = Object.entries(fieldsOf(limit)).map(([name, field]) => {
    const key = `${name}-${limit}`;
    shared[key] ??= field;
    return [name, { $ref: `#/components/headers/${key}` }] as const;
  });
  return Object.fromEntries(references);
}
