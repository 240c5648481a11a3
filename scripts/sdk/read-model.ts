import { readOperation, type DocumentOperation, type DocumentSchemas } from './read-operation';
import { isNullableCopy, readFields, typeName } from './read-type';
import type { SdkError, SdkModel, SdkNamedType, SdkOperation, SdkResource, SdkType } from './sdk-model';

/** As much of an OpenAPI document as the model is read from. */
export interface SdkDocument {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;
  readonly components: { readonly schemas: DocumentSchemas };
}

export type ErrorCodes = Readonly<Record<string, { readonly status: number; readonly message: string; readonly remediation: string }>>;

/** The model of a document; throws where two operations have one name. */
export function readModel(document: SdkDocument, codes: ErrorCodes): SdkModel {
  const { schemas } = document.components;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([verb, operation]) => readOperation(path, verb, operation, schemas) ?? []),
  );
  return {
    version: document.info.version,
    resources: byResource(operations),
    types: readTypes(schemas, operations),
    errors: Object.entries(codes).map(([code, { status, message, remediation }]): SdkError => {
      return { code, className: `${pascalCase(code)}${code.endsWith('_error') ? '' : 'Error'}`, status, message, remediation };
    }),
  };
}

function byResource(operations: readonly SdkOperation[]): readonly SdkResource[] {
  const found = new Map<string, SdkOperation[]>();
  for (const operation of operations) {
    const others = found.get(operation.resource) ?? [];
    const twin = others.find(({ method }) => method === operation.method);
    if (twin) throw new Error(`${twin.id} and ${operation.id} are both ${operation.resource}.${operation.method}`);
    found.set(operation.resource, [...others, operation]);
  }
  return [...found].map(([name, some]) => ({ name, operations: some }));
}

/** The types that operations name, directly or through others; those of errors are classes of the SDK instead. */
function readTypes(schemas: DocumentSchemas, operations: readonly SdkOperation[]): readonly SdkNamedType[] {
  const known = new Map(
    Object.entries(schemas)
      .filter(([name]) => !isNullableCopy(name))
      .map(([name, schema]) => [typeName(name), schema]),
  );
  const reached = (roots: readonly SdkType[]): ReadonlySet<string> => {
    const names = new Set<string>();
    const visit = (type: SdkType): void => {
      for (const name of namesIn(type)) {
        if (names.has(name)) continue;
        names.add(name);
        for (const field of readFields(known.get(name) ?? {})) visit(field.type);
      }
    };
    roots.forEach(visit);
    return names;
  };
  const sent = reached(operations.flatMap(({ body }) => (body?.kind === 'json' ? [body.type] : [])));
  const received = reached(operations.flatMap(({ answer }) => ('type' in answer ? [answer.type] : [])));
  return [...known].flatMap(([name, schema]): SdkNamedType[] => {
    if (!sent.has(name) && !received.has(name)) return [];
    const use = sent.has(name) ? (received.has(name) ? 'both' : 'sent') : 'received';
    return [{ name, use, fields: readFields(schema), isOpen: schema.additionalProperties === true }];
  });
}

/** The names of the types that a type is made of. */
export function namesIn(type: SdkType): readonly string[] {
  switch (type.kind) {
    case 'named':
      return [type.name];
    case 'array':
      return namesIn(type.items);
    case 'map':
      return namesIn(type.values);
    case 'union':
      return type.of.flatMap(namesIn);
    case 'string':
    case 'boolean':
    case 'integer':
    case 'number':
    case 'moment':
    case 'words':
    case 'json':
      return [];
  }
}

const pascalCase = (name: string): string => name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The name of a resource or method for languages that write `create_many`. */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
