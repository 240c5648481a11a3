import { methodNames } from './method-names';
import { isNullableCopy, readType, typeName, type DocumentSchema } from './read-type';
import type { SdkAnswer, SdkBody, SdkField, SdkOperation, SdkPaging, SdkType } from './sdk-model';
import { unwrittenTraits } from './unwritten-traits';

const { askingAboutKeys, lineTypes, repeatablePosts } = unwrittenTraits;

type Content = Readonly<Record<string, { readonly schema?: DocumentSchema; readonly examples?: object } | undefined>>;

interface DocumentAnswer {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Content;
}

/** An operation as the document has it. */
export interface DocumentOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly [string];
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly 'x-required-scope'?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema: DocumentSchema;
  }[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, DocumentAnswer>>;
}

export type DocumentSchemas = Readonly<Record<string, DocumentSchema>>;

/** The method for an operation; null where it only sends a browser elsewhere. */
export function readOperation(path: string, verb: string, operation: DocumentOperation, schemas: DocumentSchemas): SdkOperation | null {
  const { operationId: id, summary, description = '', security, responses } = operation;
  const successes = Object.entries(responses).filter(([status]) => Number(status) < 300);
  if (successes.length === 0) return null;
  const body = readBody(operation);
  const answer = readAnswer(id, successes);
  const [resource = '', method = ''] = nameOf(operation).split('.');
  const takesKey = parametersIn(operation, 'header').some(({ name }) => name === 'Idempotency-Key');
  const idempotencyKey = !takesKey ? null : askingAboutKeys.has(id) ? 'given' : 'made';
  return {
    ...{ id, resource, method, summary, description },
    verb: verb.toUpperCase() as SdkOperation['verb'],
    path,
    scope: operation['x-required-scope'] ?? null,
    credential: security.length === 0 ? 'none' : security.length === 1 ? 'session' : 'any',
    pathParameters: parametersIn(operation, 'path'),
    query: parametersIn(operation, 'query').filter(({ name }) => !fieldNames(body, schemas).has(name)),
    ...{ body, answer, idempotencyKey },
    paging: pagingOf(operation, answer, successes, schemas),
    isRepeatable: verb !== 'post' || idempotencyKey === 'made' || repeatablePosts.has(id),
    errorCodes: [...new Set(Object.entries(responses).flatMap(([status, given]) => (Number(status) < 400 ? [] : codesOf(given))))],
  };
}

const nameOf = ({ operationId, tags: [tag] }: DocumentOperation): string =>
  Object.hasOwn(methodNames, operationId)
    ? (methodNames[operationId] ?? '')
    : `${tag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}.${operationId}`;

function parametersIn({ parameters = [] }: DocumentOperation, place: string): readonly SdkField[] {
  return parameters
    .filter((each) => each.in === place)
    .map(({ name, required = false, description = '', schema }) => ({ name, type: readType(schema), required, description }));
}

function readBody({ requestBody }: DocumentOperation): SdkBody | null {
  if (!requestBody) return null;
  const file = Object.keys(requestBody.content['multipart/form-data']?.schema?.properties ?? {})[0];
  if (file !== undefined) return { kind: 'file', field: file };
  const type = readType(requestBody.content['application/json']?.schema ?? {});
  return { kind: 'json', type, required: requestBody.required ?? false };
}

/** The names that a body has, so that a parameter of the query with the same name is not asked for twice. */
function fieldNames(body: SdkBody | null, schemas: DocumentSchemas): ReadonlySet<string> {
  return new Set(body?.kind === 'json' ? Object.keys(schemaOf(body.type, schemas).properties ?? {}) : []);
}

function schemaOf(type: SdkType, schemas: DocumentSchemas): DocumentSchema {
  const named = Object.entries(schemas).find(([name]) => type.kind === 'named' && typeName(name) === type.name && !isNullableCopy(name));
  return named?.[1] ?? {};
}

function readAnswer(id: string, successes: readonly (readonly [status: string, DocumentAnswer])[]): SdkAnswer {
  const contents = successes.flatMap(([, { content = {} }]) => Object.entries(content));
  const [mediaType, given] = contents[0] ?? [];
  if (mediaType === undefined) return { kind: 'empty' };
  if (mediaType === 'application/json') {
    return { kind: 'json', type: readType(given?.schema ?? {}), mayBeEmpty: successes.some(([, { content }]) => !content) };
  }
  if (mediaType === 'application/x-ndjson') return { kind: 'lines', type: lineType(id) };
  if (mediaType === 'text/event-stream') return { kind: 'events' };
  return { kind: mediaType.startsWith('text/') ? 'text' : 'bytes' };
}

const lineType = (id: string): SdkType =>
  Object.hasOwn(lineTypes, id) ? { kind: 'named', name: lineTypes[id] ?? '', nullable: false } : { kind: 'json', nullable: false };

const nextHeader = 'X-Next-Cursor';
const totalHeader = 'X-Total-Count';

/** A list has pages where it takes a cursor or an offset and answers an array, or an object with one array of objects. */
function pagingOf(
  operation: DocumentOperation,
  answer: SdkAnswer,
  [first]: readonly (readonly [status: string, DocumentAnswer])[],
  schemas: DocumentSchemas,
): SdkPaging | null {
  const taken = new Set(parametersIn(operation, 'query').map(({ name }) => name));
  if (answer.kind !== 'json' || (!taken.has('cursor') && !taken.has('offset'))) return null;
  const kind = taken.has('cursor') ? 'cursor' : 'offset';
  const headers = first?.[1].headers ?? {};
  if (answer.type.kind === 'array') {
    const next = nextHeader in headers ? { header: nextHeader } : null;
    return { kind, items: null, item: answer.type.items, next, total: totalHeader in headers ? { header: totalHeader } : null };
  }
  const { properties = {} } = schemaOf(answer.type, schemas);
  const items = Object.entries(properties).find(([, { type }]) => type === 'array');
  if (!items) return null;
  const next = 'next_cursor' in properties ? { field: 'next_cursor' } : null;
  const total = 'total' in properties ? { field: 'total' } : null;
  return { kind, items: items[0], item: readType(items[1].items ?? {}), next, total };
}

const codesOf = ({ content = {} }: DocumentAnswer): readonly string[] => Object.keys(content['application/json']?.examples ?? {});
