import { connect } from 'node:net';
import { Module } from '@nestjs/common';
import { createLogger, loadConfiguration } from '@pps/runtime';
import { ShellModule as Shell } from './shell.module';
import { ThingsController } from './http-shell.fixture';
import { startHttp } from './start-api';

@Module({ imports: [Shell], controllers: [ThingsController] })
class ShellModule {}

const uuid = '01890a5d-ac96-774b-bcce-b302099a8057';
const json = { 'content-type': 'application/json' };
const log: string[] = [];
let api: Awaited<ReturnType<typeof startHttp>>;
let at: string;

beforeAll(async () => {
  const config = loadConfiguration({ PORT: '0' });
  api = await startHttp({ config, logger: createLogger('test', config, { write: (line: string) => void log.push(line) }) }, ShellModule);
  at = `http://127.0.0.1:${api.port}`;
});

afterAll(() => api.stop());

async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const sent = body === undefined ? {} : { body: typeof body === 'string' || body instanceof Buffer ? body : JSON.stringify(body) };
  const response = await fetch(`${at}${path}`, { method, ...sent, headers: { ...(body === undefined ? {} : json), ...headers } });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: text.startsWith('{') ? JSON.parse(text) : undefined };
}

type Answer = Awaited<ReturnType<typeof call>>;

function expectEnvelope(answer: Answer, status: number, code: string) {
  expect([answer.status, answer.body?.error?.code]).toEqual([status, code]);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.body.error).toMatchObject({ message: expect.any(String), remediation: expect.stringMatching(/\S/) });
  expect(answer.body.detail).toBe(answer.body.error.message);
  expect(answer.body.error.request_id).toBe(answer.headers.get('x-request-id'));
  expect(answer.body.error.request_id).toMatch(/^[A-Za-z0-9._-]{8,128}$/);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
}

function expectFieldErrors(answer: Answer, ...errors: readonly (readonly [loc: readonly (string | number)[], type: string])[]) {
  expectEnvelope(answer, 422, 'validation_error');
  expect(answer.body.error.errors.map(({ loc, type }: { loc: unknown; type: unknown }) => [loc, type])).toEqual(errors);
  for (const { msg } of answer.body.error.errors) expect(msg).toMatch(/\S/);
}

function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(api.port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.setTimeout(5_000, () => socket.destroy(new Error(`no answer to ${text.slice(0, 40)}`)));
    socket.on('data', (chunk) => {
      answer += chunk.toString();
      if (/\r\n\r\n.*\}$/s.test(answer)) socket.destroy();
    });
    socket.on('close', () => resolve(answer)).on('error', reject);
  });
}

describe('request ids', () => {
  test.each(['abc.DEF_1-2', 'x'.repeat(128)])('a well-formed one is echoed: %s', async (id) => {
    const answer = await call('POST', '/things', { title: 'a' }, { 'x-request-id': id });
    expect(answer.headers.get('x-request-id')).toBe(id);
    expect(answer.body.requestId).toBe(id);
    expect((await call('GET', '/nowhere', undefined, { 'x-request-id': id })).body.error.request_id).toBe(id);
  });

  test.each(['short', 'x'.repeat(129), 'with space', 'umläut-umläut'])('any other is replaced by a uuid: %s', async (id) => {
    const answer = await call('GET', '/things', undefined, { 'x-request-id': Buffer.from(id).toString('latin1') });
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
  });

  test('each of many requests at once keeps its own', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `request-number-${index}`);
    const answers = await Promise.all(ids.map((id) => call('POST', '/things', { title: 'a' }, { 'x-request-id': id })));
    expect(answers.map(({ body }) => body.requestId)).toEqual(ids);
  });
});

describe('requests that reach no route', () => {
  test('an unknown path is 404, whatever its body', async () => {
    expectEnvelope(await call('GET', '/nowhere'), 404, 'not_found');
    expectEnvelope(await call('POST', '/nowhere', '{broken'), 404, 'not_found');
    expectEnvelope(await call('GET', '/things/'), 404, 'not_found');
    expectEnvelope(await call('GET', '/docs/nothing.js'), 404, 'not_found');
  });

  test('a wrong method on a known path is 405 and names the right ones', async () => {
    const answer = await call('PUT', `/things/${uuid}`, '{broken');
    expectEnvelope(answer, 405, 'method_not_allowed');
    expect(answer.headers.get('allow')).toBe('DELETE, GET, HEAD, OPTIONS, PATCH');
    expect((await call('DELETE', '/')).headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  });

  test('OPTIONS answers with the methods of a known path only', async () => {
    const answer = await call('OPTIONS', '/things');
    expect([answer.status, answer.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS, POST']);
    expectEnvelope(await call('OPTIONS', '/nowhere'), 404, 'not_found');
  });

  test('HEAD answers as GET does, without a body', async () => {
    const answer = await call('HEAD', `/things/${uuid}`);
    expect([answer.status, answer.text]).toEqual([200, '']);
  });

  test.each(['/things/%zz', '/things?limit=%zz', '/things?limit=%ff', '/%'])('%s is no URL: 400', async (path) => {
    expectEnvelope(await call('GET', path), 400, 'bad_request');
  });

  test('bytes that are no HTTP, a header too long and a missing host have the envelope too', async () => {
    const nonsense = await raw('nonsense\r\n\r\n');
    const long = await raw(`GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`);
    const hostless = await raw('GET /things HTTP/1.1\r\n\r\n');
    for (const [answer, status] of [
      [nonsense, 400],
      [long, 431],
      [hostless, 400],
    ] as const) {
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
      expect(body).toMatchObject({ error: { code: 'bad_request' }, detail: body.error.message });
      expect(answer.toLowerCase()).toContain(`x-request-id: ${body.error.request_id}`);
    }
  });
});

describe('bodies', () => {
  test.each(['{"title": "a"', '[1,]', 'nothing', '{"title":"a"} x'])('%s is malformed JSON: 400', async (body) => {
    expectEnvelope(await call('POST', '/things', body), 400, 'bad_request');
  });

  test('bytes that are not UTF-8, and poisoned prototypes, are malformed', async () => {
    expectEnvelope(await call('POST', '/things', Buffer.from('{"title":"\xff"}', 'latin1')), 400, 'bad_request');
    expectEnvelope(await call('POST', '/things', '{"title":"a","__proto__":{"admin":true}}'), 400, 'bad_request');
    expectEnvelope(await call('POST', '/things', '{"constructor":{"prototype":{"admin":true}}}'), 400, 'bad_request');
  });

  test('no body, or an empty one, is a missing body where one is needed and none where it is optional', async () => {
    expectFieldErrors(await call('POST', '/things', ''), [['body'], 'missing']);
    expectFieldErrors(await call('POST', '/things'), [['body'], 'missing']);
    expect((await call('PATCH', `/things/${uuid}`, '')).body).toEqual({ id: uuid, note: null });
    expect((await call('PATCH', `/things/${uuid}`)).body).toEqual({ id: uuid, note: null });
    expect((await call('DELETE', `/things/${uuid}`, '')).status).toBe(200);
  });

  test.each(['[]', '"text"', '5', 'null', 'true'])('%s is no object: 422 at body', async (body) => {
    expectFieldErrors(await call('POST', '/things', body), [['body'], 'object_type']);
  });

  test('1 MiB is taken, one byte more is 413, a route may take more', async () => {
    const fill = (bytes: number) => JSON.stringify({ title: 'a' }).padEnd(bytes);
    expect((await call('POST', '/things', fill(1024 * 1024))).status).toBe(201);
    expectEnvelope(await call('POST', '/things', fill(1024 * 1024 + 1)), 413, 'payload_too_large');
    expectEnvelope(await call('POST', '/things', fill(20 * 1024 * 1024)), 413, 'payload_too_large');
    expect((await call('POST', '/things/large', fill(2 * 1024 * 1024))).status).toBe(201);
    expectEnvelope(await call('POST', '/things/large', fill(3 * 1024 * 1024 + 1)), 413, 'payload_too_large');
  });

  test.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'nonsense'])('%s is 415', async (type) => {
    expectEnvelope(await call('POST', '/things', '{"title":"a"}', { 'content-type': type }), 415, 'unsupported_media_type');
  });

  test('JSON with a charset is JSON', async () => {
    expect((await call('POST', '/things', { title: 'ä' }, { 'content-type': 'application/json; charset=utf-8' })).body.title).toBe('ä');
  });

  test('a stranger learns about the credential before the body', async () => {
    expectEnvelope(await call('POST', '/things/guarded', '{broken'), 401, 'missing_credentials');
    expectEnvelope(await call('POST', '/things/guarded', { title: '\0' }), 401, 'missing_credentials');
    expectEnvelope(await call('POST', '/things/guarded', '{broken', { 'x-api-key': 'good' }), 400, 'bad_request');
    expectFieldErrors(await call('POST', '/things/guarded', { title: '\0' }, { 'x-api-key': 'good' }), [
      ['body', 'title'],
      'string_unicode',
    ]);
  });
});

describe('fields', () => {
  test('each wrong field is named with its place', async () => {
    expectFieldErrors(await call('POST', '/things', {}), [['body', 'title'], 'missing']);
    expectFieldErrors(await call('POST', '/things', { title: '' }), [['body', 'title'], 'string_length']);
    expectFieldErrors(await call('POST', '/things', { title: 'a', amount: 10 }), [['body', 'amount'], 'less_than_equal']);
    expectFieldErrors(
      await call('POST', '/things', { title: 'x'.repeat(11), labels: [{ title: 'a' }, { title: 'too long' }] }),
      [['body', 'title'], 'string_length'],
      [['body', 'labels', 1, 'title'], 'string_length'],
    );
    expectFieldErrors(await call('POST', '/things', { title: 'a', labels: [] }), [['body', 'labels'], 'too_short']);
    expectFieldErrors(await call('POST', '/things', { title: 'a', labels: [5] }), [['body', 'labels', 0], 'object_type']);
    expectFieldErrors(await call('POST', '/things', { title: 'a', labels: {} }), [['body', 'labels'], 'list_type']);
  });

  test('nothing is converted', async () => {
    for (const title of [5, true, null, ['a'], {}]) {
      expectFieldErrors(await call('POST', '/things', { title }), [['body', 'title'], 'string_type']);
    }
    expectFieldErrors(await call('POST', '/things', { title: 'a', amount: '5' }), [['body', 'amount'], 'int_type']);
    expectFieldErrors(await call('POST', '/things', { title: 'a', amount: 1.5 }), [['body', 'amount'], 'int_type']);
  });

  test('unknown fields are refused, whatever their name', async () => {
    for (const name of ['x', 'camelCase', 'constructor', 'toString', 'hasOwnProperty', 'then', '0']) {
      expectFieldErrors(await call('POST', '/things', { title: 'a', [name]: 1 }), [['body', name], 'unknown_field']);
    }
    expectFieldErrors(await call('POST', '/things', { title: 'a', labels: [{ title: 'a', more: 1 }] }), [
      ['body', 'labels', 0, 'more'],
      'unknown_field',
    ]);
    for (const name of ['constructor', 'toString', 'then']) {
      const answer = await call('POST', '/things', { title: 'a', labels: [{ title: 'a', [name]: 1 }] });
      expectFieldErrors(answer, [['body', 'labels', 0, name], 'unknown_field']);
    }
  });

  test('U+0000, lone surrogates and endless nesting are refused where they stand', async () => {
    expectFieldErrors(await call('POST', '/things', { title: 'a\0' }), [['body', 'title'], 'string_unicode']);
    expectFieldErrors(await call('POST', '/things', '{"title":"a","labels":[{"title":"\\ud800"}]}'), [
      ['body', 'labels', 0, 'title'],
      'string_unicode',
    ]);
    expectFieldErrors(await call('POST', '/things', '{"title":"a","\\u0000":1}'), [['body'], 'string_unicode']);
    expect((await call('POST', '/things', '{"title":"\\ud83d\\ude00"}')).body.title).toBe('😀');
    const deep = `{"title":"a","labels":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expectEnvelope(await call('POST', '/things', deep), 422, 'validation_error');
    expectFieldErrors(await call('GET', '/things?limit=1&other=%00'), [['query', 'other'], 'string_unicode']);
    expectFieldErrors(await call('GET', '/things/%00'), [['path', 'id'], 'string_unicode']);
  });

  test('a path parameter that is no uuid is named', async () => {
    expectFieldErrors(await call('GET', '/things/7'), [['path', 'id'], 'uuid_parsing']);
    expectFieldErrors(await call('GET', `/things/${'7'.repeat(300)}`), [['path', 'id'], 'uuid_parsing']);
    expect((await call('GET', `/things/${uuid.toUpperCase()}`)).body.id).toBe(uuid);
  });

  test('query parameters are read by their type; unknown ones are ignored', async () => {
    expect((await call('GET', '/things?limit=5&unknown=1&__proto__=1')).body).toEqual({ limit: 5, fields: ['limit'] });
    expectFieldErrors(await call('GET', '/things?limit=many'), [['query', 'limit'], 'int_type']);
    expectFieldErrors(await call('GET', '/things?limit=201'), [['query', 'limit'], 'less_than_equal']);
  });
});

describe('refusals', () => {
  const reject = (how: string, headers: Record<string, string> = {}) => call('POST', `/things/rejections?how=${how}`, undefined, headers);

  test('a rule says no: its code, its context, the status of the catalogue', async () => {
    const quota = await reject('quota');
    expectEnvelope(quota, 402, 'quota_exceeded');
    expect(quota.body.error.upgrade_url).toBe('https://app.test/billing');
    const scope = await reject('scope');
    expectEnvelope(scope, 403, 'insufficient_scope');
    expect(scope.body.error.required_scope).toBe('write');
    expectEnvelope(await reject('board'), 422, 'board_not_found');
    expectEnvelope(await reject('board-404'), 404, 'board_not_found');
    expectEnvelope(await reject('unknown'), 409, 'rule_of_tomorrow');
    expectEnvelope(await reject('absent'), 404, 'not_found');
    const stranger = await call('POST', '/things/guarded', { title: 'a' });
    expectEnvelope(stranger, 401, 'missing_credentials');
    expect([stranger.body.detail, stranger.headers.get('www-authenticate')]).toEqual(['Missing API key', 'Bearer']);
  });

  test('429 and 503 say when to come back', async () => {
    const rate = await reject('rate');
    expectEnvelope(rate, 429, 'rate_limited');
    expect([rate.headers.get('retry-after'), rate.body.error.retry_after_seconds]).toEqual(['42', 42]);
    const platform = await reject('platform');
    expectEnvelope(platform, 503, 'platform_unavailable');
    expect(Number(platform.headers.get('retry-after'))).toBe(platform.body.error.retry_after_seconds);
    const outage = await reject('outage');
    expectEnvelope(outage, 503, 'service_unavailable');
    expect(Number(outage.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(outage.text).not.toContain('10.1.2.3');
  });

  test('what nobody foresaw shows nothing of the inside, and is logged with its stack', async () => {
    const bug = await reject('bug', { 'x-request-id': 'the-buggy-request' });
    expectEnvelope(bug, 500, 'internal_error');
    expect(bug.text).not.toMatch(/hunter2|iterable|TypeError|\.ts/);
    expectEnvelope(await reject('stranger'), 500, 'internal_error');
    const line = log.find((entry) => entry.includes('"error"') && entry.includes('the-buggy-request')) ?? '';
    expect(JSON.parse(line)).toMatchObject({
      level: 'error',
      err: { name: 'TypeError', stack: expect.stringContaining('http-shell.fixture') },
    });
  });

  test('whoever accepts problem details gets the same facts as RFC 9457', async () => {
    const accept = { accept: 'application/problem+json' };
    const scope = await reject('scope', accept);
    expect(scope.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(scope.body).toEqual({
      type: 'urn:problem-type:insufficient_scope',
      title: 'The API key lacks the needed scope',
      status: 403,
      detail: 'The API key lacks the needed scope',
      instance: '/things/rejections',
      code: 'insufficient_scope',
      message: 'The API key lacks the needed scope',
      remediation: expect.any(String),
      request_id: scope.headers.get('x-request-id'),
      required_scope: 'write',
    });
    expect((await call('POST', '/things', {}, accept)).body).toMatchObject({ status: 422, errors: [{ loc: ['body', 'title'] }] });
    expect((await call('GET', '/nowhere', undefined, accept)).body).toMatchObject({ status: 404, code: 'not_found' });
    expect((await call('GET', '/things/%zz', undefined, accept)).body).toMatchObject({ status: 400, code: 'bad_request' });
    expectEnvelope(await reject('scope', { accept: 'application/problem+json;q=0.5, application/json' }), 403, 'insufficient_scope');
  });
});
