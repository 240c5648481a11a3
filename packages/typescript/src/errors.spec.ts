import { committedModel } from '../../../scripts/sdk/document-file';
import { ApiError } from './errors';
import * as errorClasses from './generated/error-classes';
import { json, refusal, stubService } from './stub-service.fixture';

const id = '0197a000-0000-7000-8000-000000000008';
const caught = async (answer: Response): Promise<ApiError> =>
  stubService([answer], { maxRetries: 0 })
    .client.pins.get(id)
    .then(
      () => Promise.reject(new Error('it did not fail')),
      (error: ApiError) => error,
    );

test.each(committedModel().errors)('$code is a $className', async ({ code, className, status, message, remediation }) => {
  const given = {
    code,
    message,
    remediation,
    request_id: 'r-1',
    doc_url: 'https://pins.example.com/docs/errors/x',
    limit: 'storage',
    pin_id: id,
  };
  const error = await caught(refusal(status, given));
  expect(error).toBeInstanceOf(errorClasses[className as keyof typeof errorClasses]);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    name: className,
    code,
    status,
    message,
    remediation,
    requestId: 'r-1',
    context: { limit: 'storage', pin_id: id },
  });
});

test.each([
  ['an empty failure', new Response(null, { status: 502, headers: { 'x-request-id': 'r-2' } }), 'http_502'],
  ['a page of a proxy', new Response('<html>', { status: 504 }), 'http_504'],
  ['JSON of something else', json(null, 500), 'http_500'],
  ['a list', json([1], 500), 'http_500'],
  ['a redirect', new Response(null, { status: 302, headers: { location: 'https://elsewhere.example.com' } }), 'http_302'],
  ['a code that came later', refusal(418, { code: 'teapot' }), 'teapot'],
  ['a code that is a word of the language', refusal(400, { code: 'constructor' }), 'constructor'],
  ['problem details', json({ code: 'not_found', type: 'https://x', title: 'Not found' }, 404), 'not_found'],
])('%s is a failure still', async (_, answer, code) => {
  const error = await caught(answer);
  expect(error).toBeInstanceOf(ApiError);
  expect([error.code, error.status]).toEqual([code, answer.status]);
});

test('all faults of a body are in the error', async () => {
  const errors = [{ loc: ['body', 'title'], msg: 'must have 1 to 100 characters', type: 'value_error' }];
  expect((await caught(refusal(422, { code: 'validation_error', errors }))).fields).toEqual(errors);
});

const operations = committedModel().resources.flatMap((resource) => resource.operations);
type Method = (...args: readonly unknown[]) => PromiseLike<unknown> & AsyncIterable<unknown>;

test('every operation throws the error of each code that the description says of it', async () => {
  const wrong: string[] = [];
  for (const { code, status, className } of committedModel().errors) {
    const { client } = stubService([refusal(status, { code, message: 'm', remediation: 'r' })], { maxRetries: 0 });
    const resources = client as unknown as Readonly<Record<string, Readonly<Record<string, Method>>>>;
    for (const { resource, method, pathParameters, body, answer } of operations.filter(({ errorCodes }) => errorCodes.includes(code))) {
      const started = resources[resource]?.[method]?.(...pathParameters.map(() => id), ...(body?.kind === 'file' ? ['x'] : []));
      const settled = answer.kind === 'lines' || answer.kind === 'events' ? started?.[Symbol.asyncIterator]().next() : started;
      const error = await Promise.resolve(settled).catch((each: unknown) => each);
      if (!(error instanceof ApiError && error.name === className && error.code === code))
        wrong.push(`${resource}.${method} ${code}: ${String(error)}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(operations.filter(({ errorCodes }) => errorCodes.length === 0).map((each) => each.id)).toEqual([]);
});
