import type { OpenAPIObject } from '@nestjs/swagger';

/** An OpenAPI 3.1 document; its schemas are JSON Schemas of 2020-12. */
export interface OpenApi31Document {
  readonly openapi: string;
  readonly info: object;
  readonly servers?: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>>; readonly parameters?: Readonly<Record<string, object>> };
  readonly [part: string]: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

/** The same document as OpenAPI 3.1, where null is a type: `Nullable…` schemas, which 3.0 needs, are gone, and what refers to them says `anyOf`. */
export function convertToOpenApi31({ components = {}, ...rest }: OpenAPIObject): OpenApi31Document {
  const kept = Object.entries(components.schemas ?? {}).filter(([name, schema]) => !isNullableCopy(name, schema, components.schemas ?? {}));
  const schemas = Object.fromEntries(kept.map(([name, schema]) => [name, convertSchema(schema)]));
  const described = convertPart(rest) as Omit<OpenApi31Document, 'openapi' | 'components'>;
  return { ...described, openapi: '3.1.0', components: { ...(convertPart(components) as object), schemas } } as OpenApi31Document;
}

const nullablePrefix = 'Nullable';

const isNullableCopy = (name: string, schema: object, schemas: Fields): boolean =>
  name.startsWith(nullablePrefix) && 'nullable' in schema && Object.hasOwn(schemas, name.slice(nullablePrefix.length));

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whatever is no schema and no example: the schemas in it are converted. */
function convertPart(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(convertPart);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (name === 'example' || name === 'examples') return [name, inner];
      return [name, name === 'schema' ? convertSchema(inner) : convertPart(inner)];
    }),
  );
}

const convertEach = (value: unknown): object =>
  Object.fromEntries(Object.entries(value as Fields).map(([name, inner]) => [name, convertSchema(inner)]));

/** How the words of a schema that hold schemas are converted. */
const inner: ReadonlyMap<string, (value: unknown) => unknown> = new Map<string, (value: unknown) => unknown>(
  Object.entries({
    properties: convertEach,
    items: convertSchema,
    not: convertSchema,
    additionalProperties: (value: unknown) => (isObject(value) ? convertSchema(value) : value),
    oneOf: (value: unknown) => (value as unknown[]).map(convertSchema),
    anyOf: (value: unknown) => (value as unknown[]).map(convertSchema),
    allOf: (value: unknown) => (value as unknown[]).map(convertSchema),
  }),
);

function convertSchema(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const { nullable, example, exclusiveMinimum, exclusiveMaximum, ...words } = schema;
  const converted = Object.fromEntries(
    Object.entries(words).map(([word, value]) => [word, (inner.get(word) ?? ((same: unknown) => same))(value)]),
  );
  return {
    ...withNull(converted, nullable === true),
    ...(example !== undefined && { examples: [example] }),
    ...exclusiveBound('minimum', 'exclusiveMinimum', schema['minimum'], exclusiveMinimum),
    ...exclusiveBound('maximum', 'exclusiveMaximum', schema['maximum'], exclusiveMaximum),
  };
}

/** Of 3.0 an exclusive bound is a boolean beside the bound, of 3.1 the bound itself. */
function exclusiveBound(bound: string, exclusive: string, value: unknown, isExclusive: unknown): object {
  if (isExclusive === undefined) return {};
  if (typeof isExclusive === 'number') return { [exclusive]: isExclusive };
  return isExclusive === true ? { [bound]: undefined, [exclusive]: value } : {};
}

function withNull(schema: Fields, isNullable: boolean): Fields {
  const { type, allOf, ...others } = schema;
  const reference = nullableReference(allOf);
  if (reference !== null) return { anyOf: [{ $ref: reference }, { type: 'null' }], ...others };
  return isNullable ? { ...schema, type: [type, 'null'] } : schema;
}

/** The schema that a reference to its copy with null means; null for anything else. */
function nullableReference(allOf: unknown): string | null {
  const [only] = Array.isArray(allOf) ? (allOf as { readonly $ref?: string }[]) : [];
  const [, folder, name] = only?.$ref === undefined ? [] : (/^(.*\/)Nullable(\w+)$/.exec(only.$ref) ?? []);
  return folder !== undefined && name !== undefined ? `${folder}${name}` : null;
}
