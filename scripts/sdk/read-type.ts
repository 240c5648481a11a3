import type { SdkField, SdkShape, SdkType } from './sdk-model';

/** A schema of the document, as far as ours use the language. */
export interface DocumentSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly (string | number | boolean)[];
  readonly items?: DocumentSchema;
  readonly properties?: Readonly<Record<string, DocumentSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | DocumentSchema;
  readonly allOf?: readonly DocumentSchema[];
  readonly oneOf?: readonly DocumentSchema[];
  readonly description?: string;
}

const nullableCopy = /^Nullable/;

/** Names that languages have for something else. */
const taken: Readonly<Record<string, string>> = { Error: 'ErrorBody', Request: 'LoggedRequest' };

/** The name of a type in SDKs: what the document calls `PinDto` is a `Pin`, and its copy that may be null is no type of its own. */
export function typeName(schemaName: string): string {
  const name = schemaName.replace(nullableCopy, '').replace(/Dto$/, '');
  return Object.hasOwn(taken, name) ? (taken[name] ?? name) : name;
}

/** Whether the document has this schema only to say that another one may be null. */
export const isNullableCopy = (schemaName: string): boolean => nullableCopy.test(schemaName);

/** The type that a schema describes. */
export function readType(schema: DocumentSchema): SdkType {
  const { allOf, nullable = false } = schema;
  const [only, ...more] = allOf ?? [];
  if (only && more.length === 0) return { ...readType(only), nullable: nullable || readType(only).nullable };
  const reference = schema.$ref?.split('/').at(-1);
  if (reference !== undefined) return { kind: 'named', name: typeName(reference), nullable: nullable || isNullableCopy(reference) };
  return { ...shapeOf(schema), nullable };
}

function shapeOf(schema: DocumentSchema): SdkShape {
  if (schema.oneOf) return { kind: 'union', of: schema.oneOf.map(readType) };
  switch (schema.type) {
    case 'string':
      if (schema.format === 'date-time') return { kind: 'moment' };
      return schema.enum ? { kind: 'words', words: schema.enum.map(String) } : { kind: 'string' };
    case 'integer':
    case 'number':
    case 'boolean':
      return { kind: schema.type };
    case 'array':
      return { kind: 'array', items: readType(schema.items ?? {}) };
    default:
      return typeof schema.additionalProperties === 'object'
        ? { kind: 'map', values: readType(schema.additionalProperties) }
        : { kind: 'json' };
  }
}

/** The fields of an object, in the order of the document. */
export function readFields({ properties = {}, required = [] }: DocumentSchema): readonly SdkField[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    type: readType(schema),
    required: required.includes(name),
    description: schema.description ?? '',
  }));
}
