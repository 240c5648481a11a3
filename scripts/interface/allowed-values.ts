interface SchemaParts {
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, DocumentSchema>>;
  readonly required?: readonly string[];
  readonly items?: DocumentSchema;
  readonly additionalProperties?: boolean | DocumentSchema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** A schema of an OpenAPI document, 3.0 or 3.1. */
export interface DocumentSchema extends SchemaParts {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly nullable?: boolean;
  readonly allOf?: readonly DocumentSchema[];
  readonly oneOf?: readonly DocumentSchema[];
  readonly anyOf?: readonly DocumentSchema[];
}

export type NamedSchemas = Readonly<Record<string, DocumentSchema>>;

/** What a schema allows, however its document writes it: references followed, parts put together, null a type like others. */
export interface AllowedValues extends SchemaParts {
  /** Null where any type is. */
  readonly types: readonly string[] | null;
  readonly variants: readonly DocumentSchema[];
}

/** Follows references and puts `allOf` together; of a union with null alone it gives the other part. */
export function allowedValues(schema: DocumentSchema, named: NamedSchemas): AllowedValues {
  const { $ref, type, nullable, allOf = [], oneOf, anyOf, ...own } = schema;
  const target = $ref === undefined ? undefined : named[$ref.split('/').at(-1) ?? ''];
  if ($ref !== undefined && !target) throw new Error(`${$ref} leads nowhere`);
  const parts = [...(target ? [target] : []), ...allOf].map((part) => allowedValues(part, named));
  const given = (oneOf ?? anyOf ?? []).filter((variant) => variant.type !== 'null');
  const isNullable = nullable === true || given.length < (oneOf ?? anyOf ?? []).length;
  const [only] = given;
  if (only && given.length === 1) parts.push(allowedValues(only, named));
  const types = type === undefined ? typesOf(parts) : [type].flat();
  return {
    ...(Object.assign({}, ...parts, own) as SchemaParts),
    properties: Object.assign({}, ...parts.map(({ properties }) => properties), own.properties) as Record<string, DocumentSchema>,
    required: [...new Set([...parts.flatMap(({ required = [] }) => required), ...(own.required ?? [])])],
    types: types && isNullable ? [...new Set([...types, 'null'])] : types,
    variants: given.length > 1 ? given : parts.flatMap(({ variants }) => variants),
  };
}

const typesOf = (parts: readonly AllowedValues[]): readonly string[] | null => parts.find(({ types }) => types !== null)?.types ?? null;
