import { expectEnvelope, expectFieldErrors, startShell, uuid } from './http-shell.harness';

let shell: Awaited<ReturnType<typeof startShell>>;

beforeAll(async () => {
  shell = await startShell();
});

afterAll(() => shell.stop());

const call: typeof shell.call = (...request) => shell.call(...request);

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
    const large = JSON.stringify({ title: 'a' }).padEnd(2 * 1024 * 1024);
    expectEnvelope(await call('POST', '/things/guarded', large), 401, 'missing_credentials');
    expectEnvelope(await call('POST', '/things/guarded', large, { 'x-api-key': 'good' }), 413, 'payload_too_large');
    for (const type of ['text/plain', 'nonsense', 'multipart/form-data; boundary=b']) {
      expectEnvelope(await call('POST', '/things/guarded', large, { 'content-type': type }), 401, 'missing_credentials');
      const known = { 'content-type': type, 'x-api-key': 'good' };
      expectEnvelope(await call('POST', '/things/guarded', large, known), 415, 'unsupported_media_type');
    }
    expectEnvelope(await call('POST', '/things/guarded', '{broken', { 'x-api-key': 'good' }), 400, 'bad_request');
    expectFieldErrors(await call('POST', '/things/guarded', { title: '\0' }, { 'x-api-key': 'good' }), [
      ['body', 'title'],
      'string_unicode',
    ]);
  });
});

describe('fields', () => {
  test('each wrong field is named with its path', async () => {
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
    expectFieldErrors(await call('POST', '/things', deep), [['body'], 'nested_too_deep']);
    expectFieldErrors(await call('GET', '/things?limit=1&other=%00'), [['query', 'other'], 'string_unicode']);
    expectFieldErrors(await call('GET', '/things/%00'), [['path', 'id'], 'string_unicode']);
  });

  test('a body whose checking would hold up everybody else is refused at once', async () => {
    const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 70_000 }, (_, index) => [`k${index}`, 1])));
    expectFieldErrors(await call('POST', '/things', wide), [['body'], 'too_many_fields']);
    expectFieldErrors(await call('POST', '/things', `{"title":"a","labels":[${wide}]}`), [['body'], 'too_many_fields']);
    const wider = JSON.stringify(Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`k${index}`, 1])));
    expectFieldErrors(await call('POST', '/things', `{"title":"a","labels":[${wider}]}`), [['body', 'labels', 0], 'too_many_fields']);
    const long = `{"title":"a","labels":[${'{},'.repeat(300_000)}{}]}`;
    expectFieldErrors(await call('POST', '/things', long), [['body'], 'too_many_fields']);
    const answer = await call('POST', '/things', { title: 'a', labels: Array.from({ length: 500 }, () => ({ title: 5 })) });
    expectEnvelope(answer, 422, 'validation_error');
    expect(answer.body.error.errors).toHaveLength(100);
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
