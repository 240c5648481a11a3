import type { WalkedOperation } from '../generated-clients/generated-client';
import type { OpenApiDocument } from '../generated-clients/walked-operations';

interface Operation {
  readonly responses: Readonly<Record<string, { readonly headers?: object } | undefined>>;
}

/** What this interface says in headers, apart from the id and what browsers are told, which every answer has. */
const ours = /^(x-(?!request-id|content-type-options|frame-options)|ratelimit|retry-after|idempotent|deprecation|sunset)/;

/** Headers of an answer that the document does not have; validators of bodies do not look for them. */
export function undescribedHeaders(
  { paths }: OpenApiDocument,
  { method, path }: WalkedOperation,
  { status, headers }: Response,
): readonly string[] {
  const { responses } = paths[path]?.[method.toLowerCase()] as Operation;
  const described = Object.keys(responses[String(status)]?.headers ?? {}).map((name) => name.toLowerCase());
  return [...headers.keys()].filter((name) => ours.test(name) && !described.includes(name));
}
