import { DescribedAnswers, type InterfaceDescription, type SentAnswer } from './described-answers';
import { watchAnswers } from './watch-answers';

const pin = {
  type: 'object',
  required: ['id', 'title', 'account'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    title: { type: 'string' },
    published_at: { type: ['string', 'null'], format: 'date-time' },
    account: { anyOf: [{ $ref: '#/components/schemas/Account' }, { type: 'null' }] },
    attempts: { type: 'integer' },
    size: { type: 'integer', format: 'int64' },
  },
};
const refusal = {
  type: 'object',
  required: ['error', 'detail'],
  properties: { detail: { type: 'string' }, error: { type: 'object', properties: { code: { type: 'string' } } } },
};
const json = (schema: object, examples?: Readonly<Record<string, object>>) => ({
  'application/json': { schema, ...(examples && { examples }) },
});

const description = {
  components: {
    schemas: {
      Account: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
      ProblemDto: { type: 'object', required: ['code'], properties: { code: { type: 'string' } } },
    },
  },
  paths: {
    '/v1/pins/{id}': {
      get: { responses: { 200: { content: json(pin) }, 404: { content: json(refusal, { not_found: {} }) } } },
      delete: { responses: { 204: {} } },
    },
    '/v1/pins/validate': { post: { responses: { 200: { content: json({ type: 'object', properties: { ok: { type: 'boolean' } } }) } } } },
    '/v1/pins/template.csv': { get: { responses: { 200: { content: { 'text/csv': { schema: { type: 'string' } } } } } } },
  },
} as unknown as InterfaceDescription;

const id = '0197a000-0000-7000-8000-000000000003';
const answered = { id, title: 'Blue door', published_at: null, account: { name: 'ada' } };
const refused = (code: string) => ({ error: { code }, detail: 'No' });
const sent: SentAnswer = { method: 'GET', path: `/v1/pins/${id}`, status: 200, type: 'application/json; charset=utf-8', body: answered };

const faultsOf = (changes: Partial<SentAnswer>) => new DescribedAnswers(description).check({ ...sent, ...changes }).faults;

it.each<[string, Partial<SentAnswer>]>([
  ['an answer as described', {}],
  ['an object that may be null', { body: { ...answered, account: null } }],
  ['a number of 64 bits', { body: { ...answered, size: 2 ** 31 } }],
  ['a query behind the path', { path: `/v1/pins/${id}?as_of=x` }],
  ['a path of words beside one of ids', { method: 'POST', path: '/v1/pins/validate', body: { ok: true } }],
  ['no body', { method: 'DELETE', status: 204, type: null, body: undefined }],
  ['a refusal with a code that is listed', { status: 404, body: refused('not_found') }],
  ['the same as a problem', { status: 404, type: 'application/problem+json', body: { code: 'not_found' } }],
  ['text', { path: '/v1/pins/template.csv', type: 'text/csv; charset=utf-8', body: 'title\n' }],
  ['a route that is not described', { path: '/v1/other', body: { any: 1 } }],
])('finds nothing in %s', (_, changes) => expect(faultsOf(changes)).toEqual([]));

it.each<[string, Partial<SentAnswer>, string]>([
  ['a field that is missing', { body: { id, account: null } }, "must have required property 'title'"],
  ['a field that is not described', { body: { ...answered, secret: 1 } }, '(secret)'],
  ['such a field further inside', { body: { ...answered, account: { name: 'ada', token: 't' } } }, '(token)'],
  ['null where it may not be', { body: { ...answered, title: null } }, '/title must be string'],
  ['another type', { body: { ...answered, title: 7 } }, '/title must be string'],
  ['more than the 32 bits that a whole number has', { body: { ...answered, attempts: 2 ** 31 } }, '/attempts must match format "int32"'],
  ['another format', { body: { ...answered, id: 'x' } }, '/id must match format "uuid"'],
  ['a status that is not described', { status: 409, body: refused('conflict') }, 'is not described'],
  ['an error code that is not listed', { status: 404, body: refused('gone') }, 'the code gone is not described'],
  ['the same in a problem', { status: 404, type: 'application/problem+json', body: { code: 'gone' } }, 'the code gone is not described'],
  ['a count that it does not speak of', { fields: ['RateLimit'] }, 'the field RateLimit is not described'],
  ['another media type', { type: 'text/html', body: '<p>' }, 'text/html, is not described'],
])('finds %s', (_, changes, fault) => {
  expect(faultsOf(changes)).toContainEqual(expect.stringContaining(fault));
});

describe('a watched fetch', () => {
  const fetchOf = (body: string, { requestId = 'r', status = 200 }: { requestId?: string | null; status?: number } = {}) => {
    const answer = new Response(body, {
      status,
      headers: { 'content-type': 'application/json', ...(requestId !== null && { 'x-request-id': requestId }) },
    });
    Object.defineProperty(answer, 'url', { value: `http://127.0.0.1:3000/v1/pins/${id}` });
    return watchAnswers(
      async () => answer,
      async () => new DescribedAnswers(description),
    )('http://127.0.0.1:3000/');
  };

  it('gives what is described to its reader', async () => {
    expect(await (await fetchOf(JSON.stringify(answered))).json()).toEqual(answered);
  });

  it('fails the reader of what is not described, as JSON and as text', async () => {
    const planted = JSON.stringify({ ...answered, secret: 1 });
    await expect((await fetchOf(planted)).json()).rejects.toThrow('GET /v1/pins/{id} 200:  must NOT have additional properties (secret)');
    await expect((await fetchOf(planted)).text()).rejects.toThrow('(secret)');
    await expect((await fetchOf('{}', { status: 500 })).json()).rejects.toThrow('500: is not described');
  });

  it('passes what is not of the API', async () => {
    expect(await (await fetchOf('{"any":1}', { requestId: null })).json()).toEqual({ any: 1 });
  });
});

it('takes no null for a reference alone', () => {
  const answers = { 200: { content: json({ type: 'object', properties: { account: { $ref: '#/components/schemas/Account' } } }) } };
  const planted = { ...description, paths: { '/v1/accounts': { get: { responses: answers } } } } as unknown as InterfaceDescription;
  const { faults } = new DescribedAnswers(planted).check({ ...sent, path: '/v1/accounts', body: { account: null } });
  expect(faults).toEqual([expect.stringContaining('/account must be object')]);
});
