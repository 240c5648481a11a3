import 'reflect-metadata';
import { previewDescription } from './preview-description';

interface Operation {
  readonly parameters?: readonly { readonly name: string }[];
  readonly responses: Readonly<Record<string, { readonly headers?: Readonly<Record<string, { readonly $ref?: string }>> }>>;
}

const document = previewDescription();
const operation = async (method: string, path: string) =>
  ((await document).paths as unknown as Record<string, Record<string, Operation>>)[path]?.[method] ?? { responses: {} };
/** But for the fields of limits and what names ignored parameters, which other steps add. */
const headersOf = ({ responses }: Operation, status: number) =>
  Object.keys(responses[String(status)]?.headers ?? {}).filter((name) => !name.startsWith('RateLimit') && name !== 'X-Warning');

test('the creation of a pin tells what is left, when it refuses too, and whether it was done before', async () => {
  const create = await operation('post', '/v1/pins');
  const headroom = ['X-Service-Quota-Limit', 'X-Service-Quota-Used', 'X-Service-Quota-Remaining'];
  const rate = ['X-Platform-RateLimit-Remaining', 'X-Platform-RateLimit-Capacity', 'X-Platform-RateLimit-Refill-Per-Second'];
  expect(headersOf(create, 201)).toEqual([...headroom, ...rate, 'Idempotent-Replayed']);
  for (const status of [402, 422]) expect(headersOf(create, status)).toEqual([...headroom, ...rate]);
  expect(headersOf(create, 409)).toEqual(['Retry-After', ...headroom, ...rate]);
  expect([headersOf(create, 429), headersOf(create, 403)]).toEqual([['Retry-After'], []]);
});

test('a dry run takes a key and repeats nothing', async () => {
  const validate = await operation('post', '/v1/pins/validate');
  expect(validate.parameters?.map(({ name }) => name)).toContain('Idempotency-Key');
  expect(headersOf(validate, 200)).not.toContain('Idempotent-Replayed');
});

test('every answer that asks to wait says how long, and each header is described once', async () => {
  const { paths, components } = await document;
  const operations = Object.values(paths as unknown as Record<string, Record<string, Operation>>).flatMap((methods) =>
    Object.values(methods),
  );
  const waiting = operations.flatMap((each) =>
    [429, 503].filter((status) => status in each.responses).map((status) => headersOf(each, status)),
  );
  expect(waiting.length).toBeGreaterThan(200);
  expect(waiting.filter((names) => !names.includes('Retry-After'))).toEqual([]);
  const all = operations.flatMap(({ responses }) => Object.values(responses).flatMap(({ headers = {} }) => Object.entries(headers)));
  // What those say depends on the limit of the route.
  for (const [name, { $ref }] of all.filter(([name]) => !name.startsWith('RateLimit')))
    expect([$ref, components?.headers]).toEqual([`#/components/headers/${name}`, expect.objectContaining({ [name]: expect.anything() })]);
});

test('pins come first', async () => {
  expect((await document).tags?.map(({ name }) => name).slice(0, 3)).toEqual(['pins', 'schedules', 'imports']);
});
