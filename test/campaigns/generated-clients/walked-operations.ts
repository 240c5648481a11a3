import type { WalkedOperation } from './generated-client';

interface Content {
  readonly [type: string]: { readonly schema?: { readonly format?: string } } | undefined;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

/** The operations of a document, by their ids; those that send a browser elsewhere are left out, no client follows them. */
export function walkedOperations({ paths }: Pick<OpenApiDocument, 'paths'>): ReadonlyMap<string, WalkedOperation> {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Readonly<Record<string, Operation>>).flatMap(([method, operation]) => {
      const statuses = Object.keys(operation.responses)
        .map(Number)
        .filter((status) => status < 300);
      return statuses.length === 0 ? [] : [operationOf(path, method, operation, statuses)];
    }),
  );
  return new Map(all.map((operation) => [operation.id, operation]));
}

function operationOf(path: string, method: string, operation: Operation, statuses: readonly number[]): WalkedOperation {
  const { operationId: id, parameters = [], requestBody, responses } = operation;
  const namesIn = (place: string) => parameters.filter((each) => each.in === place).map(({ name }) => name);
  const answers = statuses.flatMap((status) => Object.values(responses[String(status)]?.content ?? {}));
  return {
    id,
    method: method.toUpperCase(),
    path,
    pathNames: namesIn('path'),
    queryNames: namesIn('query'),
    takesHeaders: namesIn('header').length > 0,
    takesBody: requestBody !== undefined,
    takesFile: requestBody?.content['multipart/form-data'] !== undefined,
    statuses,
    answersFile: answers.some((each) => each?.schema?.format === 'binary'),
  };
}
