export interface Schema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly maximum?: number;
  readonly $ref?: string;
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema: Schema;
}

export interface DescribedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** Of a JSON object that is sent; undefined where none is, or another kind of body. */
  readonly body: Schema | undefined;
  readonly takesBody: boolean;
}

export interface ServedDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

/** What a served document says of the input of each operation. */
export function describedOperations({ paths, components }: ServedDocument): readonly DescribedOperation[] {
  const resolved = (schema: Schema | undefined): Schema | undefined =>
    schema?.$ref === undefined ? schema : components.schemas[schema.$ref.split('/').at(-1) ?? ''];
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Readonly<Record<string, Operation>>).map(([method, { operationId, parameters = [], requestBody }]) => {
      const body = resolved(requestBody?.content['application/json']?.schema);
      return {
        id: operationId,
        method: method.toUpperCase(),
        path,
        parameters,
        body: body?.properties ? body : undefined,
        takesBody: requestBody !== undefined,
      };
    }),
  );
}

/** Whether null is one of the values that a schema takes. */
export const takesNull = ({ type = [], oneOf = [] }: Schema): boolean => [type].flat().includes('null') || oneOf.some(takesNull);

/** What generated code makes of a schema, as far as it makes a type of its own of it. */
export function kindOf({ type = [], format, enum: values }: Schema): string {
  const [own] = [type].flat();
  if (own === 'integer' || own === 'boolean') return own;
  if (format === 'uuid' || format === 'date-time') return format;
  return values ? 'enum' : 'text';
}

const kindOfFault: Readonly<Record<string, string>> = {
  int_type: 'integer',
  bool_type: 'boolean',
  uuid_parsing: 'uuid',
  datetime_parsing: 'date-time',
  enum: 'enum',
};

/** What the code takes a value for, by the faults that it found in a word that is none of them. */
export const kindOfFaults = (types: readonly string[]): string =>
  types.map((type) => kindOfFault[type]).find((kind) => kind !== undefined) ?? 'text';
