import 'reflect-metadata';
import { previewDescription } from './preview-description';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly [word: string]: unknown;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

let schemas: Readonly<Record<string, Schema>>;
let operations: readonly Operation[];

beforeAll(async () => {
  const { components, paths } = await previewDescription();
  schemas = components?.schemas as unknown as Readonly<Record<string, Schema>>;
  operations = Object.values(paths as unknown as Record<string, Record<string, Operation>>).flatMap((methods) => Object.values(methods));
});

/** What has no bound of its own: it is compared with what there is, or bounded by the size of the whole. */
const lookedUp: readonly string[] = [
  'CreateApiKeyDto.scopes',
  'ResetPasswordDto.token',
  'UpdateApiKeyDto.scopes',
  'checkBoardAccess ?board_id',
  'deleteBoard ?board_id',
  'downloadAccountExport ?signature',
  'getPublicAsset ?signature',
  'updateBoard ?board_id',
];

const isBounded = ({ type, format = '', ...words }: Schema): boolean => {
  if (type === 'array') return 'maxItems' in words;
  if (type === 'integer') return format === 'int64' || 'maximum' in words;
  return (
    type !== 'string' || ['uuid', 'date-time', 'binary'].includes(format) || ['maxLength', 'enum', 'pattern'].some((word) => word in words)
  );
};

function* unbounded(schema: Schema | undefined, at: string, seen: Set<string>): Generator<string> {
  const name = schema?.$ref?.split('/').at(-1);
  if (name !== undefined) {
    if (!seen.has(name)) yield* unbounded(schemas[name], name, seen.add(name));
    return;
  }
  if (!schema) return;
  if (!isBounded(schema)) yield at;
  if (schema.items) yield* unbounded(schema.items, `${at}[]`, seen);
  for (const [field, each] of Object.entries(schema.properties ?? {})) yield* unbounded(each, `${at}.${field}`, seen);
}

test('whatever is sent has the bounds that are checked', () => {
  const seen = new Set<string>();
  const found = operations.flatMap(({ operationId, parameters = [], requestBody }) => [
    ...parameters.flatMap(({ name, schema }) => [...unbounded(schema, `${operationId} ?${name}`, seen)]),
    ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => [...unbounded(schema, operationId, seen)]),
  ]);
  expect(found.sort()).toEqual(lookedUp);
});

test('a rule is a word of the schema, and what a declaration says goes before it', () => {
  expect(schemas['CreatePinDto']?.properties?.['board_id']).toMatchObject({ pattern: '^[0-9]+$', maxLength: 64 });
  const [limit] =
    operations.find(({ operationId }) => operationId === 'listPins')?.parameters?.filter(({ name }) => name === 'limit') ?? [];
  expect(limit?.schema).toMatchObject({ minimum: 1, maximum: 200 });
});
