import type { OpenApiDocument } from './walked-operations';
import type { WalkStep } from './walk/walker';

interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Operation {
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>>;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const moment = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const kindOf = (text: string): string => (uuid.test(text) ? 'uuid' : moment.test(text) ? 'date-time' : 'text');

/** Fields that a document calls a text and no more, although every one that a walk was answered is a uuid, or a moment. */
export function looseTexts(document: OpenApiDocument, steps: readonly WalkStep[]): readonly string[] {
  const { schemas } = document.components;
  const kinds = new Map<string, Set<string>>();
  const visit = (schema: Schema | undefined, value: unknown, at: string): void => {
    // Of what may be null the object comes first.
    const [whole] = schema?.allOf ?? schema?.anyOf ?? [];
    if (whole) return visit(whole, value, at);
    const name = schema?.$ref?.split('/').at(-1);
    if (name !== undefined) return visit(schemas[name] as Schema | undefined, value, name);
    if (Array.isArray(value)) for (const each of value) visit(schema?.items, each, at);
    else if (typeof value === 'object' && value !== null)
      for (const [field, inner] of Object.entries(schema?.properties ?? {}))
        visit(inner, (value as Record<string, unknown>)[field], `${at}.${field}`);
    else if (
      typeof value === 'string' &&
      [schema?.type].flat().includes('string') &&
      schema?.format === undefined &&
      schema?.enum === undefined
    )
      kinds.set(at, new Set([...(kinds.get(at) ?? []), kindOf(value)]));
  };
  for (const { operation, answer } of steps) {
    const { responses } = document.paths[operation.path]?.[operation.method.toLowerCase()] as Operation;
    visit(responses[String(answer?.status)]?.content?.['application/json']?.schema, answer?.body, operation.id);
  }
  return [...kinds].flatMap(([at, [kind, ...others]]) => (kind === 'text' || others.length > 0 ? [] : [`${at} is always a ${kind}`]));
}
