import 'reflect-metadata';
import { previewDescription } from './preview-description';

interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly nullable?: boolean;
}

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>>;
}

/** Every schema in a value, with where it stands. */
function schemasIn(value: unknown, at = ''): (readonly [at: string, schema: Schema & Readonly<Record<string, unknown>>])[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = [[at, value as Schema & Readonly<Record<string, unknown>>] as const];
  return [...own, ...Object.entries(value).flatMap(([name, inner]) => schemasIn(inner, `${at}/${name}`))];
}

const document = previewDescription();
const placesIn = async (isWrong: (schema: Schema & Readonly<Record<string, unknown>>) => boolean) =>
  schemasIn(await document)
    .filter(([, schema]) => isWrong(schema))
    .map(([at]) => at);

const operations = async () =>
  Object.entries((await document).paths as unknown as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ route: `${method.toUpperCase()} ${path}`, ...operation })),
  );

test('a number is an integer, or a fraction on purpose', async () => {
  expect(await placesIn(({ type, format }) => type === 'number' && format !== 'double')).toEqual([]);
});

test('null is allowed only where that word means something: beside a type, and beside no reference', async () => {
  const isVain = ({ nullable, type, ...others }: Schema & object) =>
    nullable === true && (typeof type !== 'string' || ['$ref', 'allOf', 'oneOf', 'anyOf'].some((each) => each in others));
  expect(await placesIn(isVain)).toEqual([]);
});

test('an object that may be null is what the object is, or null', async () => {
  const { schemas } = (await document).components as { schemas: Record<string, object> };
  const copies = Object.entries(schemas).filter(([name]) => name.startsWith('Nullable'));
  expect(copies.map(([name]) => name)).toContain('NullablePinDto');
  for (const [name, schema] of copies) expect(schema).toEqual({ ...schemas[name.slice('Nullable'.length)], nullable: true });
  const isNarrowed = (schema: object) =>
    JSON.stringify((schema as { allOf?: object }).allOf ?? '').includes('/Nullable') && 'type' in schema;
  expect(await placesIn(isNarrowed)).toEqual([]);
});

test('what is no JSON and no page is a file', async () => {
  const files = (await operations()).flatMap(({ route, responses }) =>
    Object.values(responses).flatMap(({ content = {} }) =>
      Object.entries(content).flatMap(([type, { schema }]) => (/[/+]json$/.test(type) ? [] : [[`${route} ${type}`, schema] as const])),
    ),
  );
  expect(files.map(([place]) => place)).toContain('GET /v1/pins/imports/template.csv text/csv');
  expect(files.filter(([, schema]) => schema?.format !== 'binary')).toEqual([]);
});

test('nothing that is sent has a default: a client that sends what it was not told changes what nobody named', async () => {
  const { schemas } = (await document).components as { schemas: Record<string, object> };
  const bodies = (await operations()).flatMap(({ route, requestBody }) =>
    Object.values(requestBody?.content ?? {}).map(({ schema }) => [route, withReferences(schema, schemas)] as const),
  );
  expect(bodies.map(([route]) => route)).toContain('PATCH /v1/webhooks/{webhook_id}');
  const defaults = bodies.flatMap(([route, schema]) => schemasIn(schema, route).filter(([, inner]) => 'default' in inner));
  expect(defaults.map(([at]) => at)).toEqual([]);
});

test('a refusal says for Kiota which of its fields is the message', async () => {
  const { schemas } = (await document).components as unknown as { schemas: Record<string, { properties: { detail: object } }> };
  for (const name of ['ErrorEnvelopeDto', 'ProblemDto', 'UnreadyDto', 'UnreadyProbeDto'])
    expect(schemas[name]?.properties.detail).toMatchObject({ type: 'string', 'x-ms-primary-error-message': true });
});

function withReferences(value: unknown, schemas: Readonly<Record<string, object>>): unknown {
  const names = new Set([...JSON.stringify(value).matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name = '']) => name));
  for (const name of names) {
    const inner = JSON.stringify(schemas[name]).matchAll(/#\/components\/schemas\/(\w+)/g);
    for (const [, each = ''] of inner) names.add(each);
  }
  return [value, ...[...names].map((name) => schemas[name])];
}
