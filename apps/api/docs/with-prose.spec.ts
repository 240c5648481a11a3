import 'reflect-metadata';
import { operationProse } from './prose/operation-prose';
import { previewDescription } from './preview-description';

interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly responses: Readonly<Record<string, { readonly content?: { readonly 'application/json'?: { readonly examples?: object } } }>>;
}

let operations: ReadonlyMap<string, Operation>;
let routes: readonly string[];

beforeAll(async () => {
  const paths = Object.entries((await previewDescription()).paths as unknown as Record<string, Record<string, Operation>>);
  operations = new Map(paths.flatMap(([, methods]) => Object.values(methods).map((each) => [each.operationId, each])));
  routes = paths.flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`));
});

test('every operation has prose before its credential, and no prose is of an operation that is not there', () => {
  expect(Object.keys(operationProse).sort()).toEqual([...operations.keys()].sort());
  for (const { operationId, description } of operations.values())
    expect([operationId, description]).toEqual([operationId, expect.stringMatching(/^[A-Z](?!redential:)[^]{30,}\n\nCredential: /)]);
});

test('a status with its code is the one with which the operation answers it', () => {
  const wrong = [...operations.values()].flatMap(({ operationId, responses }) =>
    [...(operationProse[operationId] ?? '').matchAll(/(\d{3}) `(\w+)`/g)]
      .filter(([, status = '', code = '']) => !(code in (responses[status]?.content?.['application/json']?.examples ?? {})))
      .map(([text]) => [operationId, text]),
  );
  expect(wrong).toEqual([]);
});

test('a route that the prose names is there', () => {
  const named = Object.values(operationProse).flatMap((prose) =>
    [...prose.matchAll(/`((?:GET|POST|PATCH|PUT|DELETE) \/[^` ]*)`/g)].map(([, route]) => route),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((route) => !routes.includes(route ?? ''))).toEqual([]);
});
