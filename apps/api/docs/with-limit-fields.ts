import type { OpenAPIObject } from '@nestjs/swagger';
import type { DeclaredRoute } from './declared-routes';

interface Answer {
  headers?: Record<string, object>;
}
type Operations = Readonly<Record<string, { readonly responses: Readonly<Record<string, Answer>> } | undefined>>;

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

/** The document with the fields that answers of limited routes carry, in success and where the limit refuses. */
export function withLimitFields(document: OpenAPIObject, routes: readonly DeclaredRoute[]): OpenAPIObject {
  for (const { method, path, limit } of routes) {
    const operation = (document.paths[path] as Operations | undefined)?.[method.toLowerCase()];
    if (!operation || limit === undefined) continue;
    for (const [status, answer] of Object.entries(operation.responses))
      if (/^[23]|^429$/.test(status)) answer.headers = { ...answer.headers, ...fieldsOf(limit) };
  }
  return document;
}
