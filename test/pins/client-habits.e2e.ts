import { newId } from '@pps/kernel';
import { connect } from 'node:net';
import type { Answer, Call } from '../setup/caller';
import { startPlatformService, type PlatformService } from '../setup/platform-service';
import { connectPlatformUser, consentAsPlatformUser, newSession, type Headers } from '../setup/platform-user';

let service: PlatformService;
let call: Call;
let session: Headers;
let accountId: string;
let boardId: string;
const username = `u${newId()}`;

beforeAll(async () => {
  service = await startPlatformService();
  call = service.call;
  session = await newSession(call);
  accountId = (await connectPlatformUser(call, session, { username })).body.account_id;
  boardId = (await call('GET', `/v1/platform/boards?account_id=${accountId}`, undefined, session)).body[0].id;
});

afterAll(() => service.stop());

const pin = (more: object = {}) => ({
  account_id: accountId,
  board_id: boardId,
  title: 'Door',
  image_url: 'https://example.org/a.jpg',
  ...more,
});
const later = '2035-03-10T14:55:00.000Z';
const schedule = async () => {
  const { status, body } = await call('POST', '/v1/schedules', pin({ run_at: later, link_url: 'https://example.org/' }), session);
  expect([status, body.error]).toEqual([201, undefined]);
  return body;
};

/** Sends exactly these headers and bytes. */
function sendRaw(path: string, headers: readonly string[], body = ''): Promise<string> {
  const { hostname, port } = new URL(service.url);
  const lines = [
    `POST ${path} HTTP/1.1`,
    `host: ${hostname}`,
    `authorization: ${session['authorization'] ?? ''}`,
    ...headers,
    'connection: close',
  ];
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`));
    let answer = '';
    socket
      .on('data', (chunk) => (answer += chunk.toString()))
      .once('close', () => resolve(answer))
      .once('error', reject);
  });
}

test.each(['application/x-www-form-urlencoded', 'text/plain', 'application/octet-stream', 'nonsense', 'application/json'])(
  'a POST with nothing in it but the type %s has no body',
  async (type) => {
    for (const [headers, body] of [
      [['content-length: 0'], ''],
      [['transfer-encoding: chunked'], '0\r\n\r\n'],
    ] as const) {
      if (type === 'nonsense' && body !== '') continue;
      const { id } = await schedule();
      const answer = await sendRaw(`/v1/schedules/${id}/cancel`, [`content-type: ${type}`, ...headers], body);
      expect([headers, answer.slice(0, 12)]).toEqual([headers, 'HTTP/1.1 200']);
    }
    if (type === 'application/json') return;
    const refused = await sendRaw(`/v1/schedules/${newId()}/cancel`, [`content-type: ${type}`, 'content-length: 3'], 'a=b');
    expect(refused.slice(0, 12)).toBe('HTTP/1.1 415');
  },
);

test('the callback of a connection answers JSON to all but who accepts HTML', async () => {
  for (const accept of ['*/*', 'application/json', 'application/problem+json, */*', 'text/html;q=0, */*']) {
    const callback = await consentAsPlatformUser(call, session, { username }, accountId);
    const { status, body } = await call('GET', callback, undefined, { accept });
    expect([accept, status, body.status, body.account_id]).toEqual([accept, 200, 'connected', accountId]);
  }
  const path = '/v1/platform/oauth/callback?code=x&state=x';
  expect((await call('GET', path, undefined, { accept: '*/*' })).body.error.code).toBe('invalid_state');
  const page = await call('GET', path, undefined, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
  expect([page.status, page.headers.get('location')]).toEqual([302, expect.stringContaining('error=invalid_state')]);
});

test('a boolean of a query is one in any case of letters', async () => {
  for (const text of ['True', 'TRUE', 'true', '1', 'False', '0'])
    expect([text, (await call('GET', `/v1/pins?removed=${text}`, undefined, session)).status]).toEqual([text, 200]);
  for (const text of ['yes', 'None', ''])
    expect([text, (await call('GET', `/v1/pins?removed=${text}`, undefined, session)).status]).toEqual([text, 422]);
});

test('the message of an invalid body is its first fault, in both kinds of JSON, and plain JSON wins at equal weight', async () => {
  const ask = (accept: string) => call('POST', '/v1/pins', { title: '' }, { ...session, accept });
  const plain = await ask('application/problem+json, application/json');
  expect(plain.body.error.message).toBe(plain.body.detail);
  expect(plain.body.detail).toMatch(/^account_id: .+ \(and \d+ more\)$/);
  for (const accept of ['application/problem+json', 'application/json;q=0.5, application/problem+json']) {
    const { body } = await ask(accept);
    expect([body.message, body.error]).toEqual([plain.body.detail, undefined]);
  }
});

test('a PATCH changes what it names: null leaves what cannot be empty, a blank text clears', async () => {
  const { id } = await schedule();
  const patch = (path: string, changes: object) => call('PATCH', path, changes, session);
  const at = `/v1/schedules/${id}`;
  const kept = await patch(at, { run_at: null, title: null, board_id: null });
  expect([kept.status, kept.body.run_at, kept.body.payload.title]).toEqual([200, later, 'Door']);
  expect((await patch(at, { link_url: '', description: '', alt_text: '' })).body.payload).toMatchObject({
    link_url: null,
    description: null,
    alt_text: null,
  });
  expect((await patch(at, { link_url: 'no address' })).status).toBe(422);
  const board = await patch(`/v1/platform/boards/${boardId}?account_id=${accountId}`, { name: null, description: 'of the sea' });
  expect([board.status, board.body.error]).toEqual([200, undefined]);
});

test('an item of a batch that failed without a key answers one to send it again with', async () => {
  const send = (pins: object[]) => call('POST', '/v1/pins/batch', { pins }, session);
  const { body } = await send([pin({ title: '' }), pin({ board_id: '999' }), pin({ title: '', idempotency_key: 'mine' })]);
  const keys = body.results.map(({ idempotency_key: key }: Answer['body']) => key);
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), expect.stringMatching(/^[0-9a-f-]{36}$/), 'mine']);
  const again = await send([pin({ idempotency_key: keys[0] })]);
  expect(again.body.results[0]).toMatchObject({ status: 'created', idempotency_key: keys[0] });
});

test('a range of the dashboard without an offset is local time of its zone', async () => {
  const range = async (start: string, end: string, tz: string) => {
    const query = new URLSearchParams({ start, end, tz }).toString();
    const { status, body } = await call('GET', `/v1/dashboard/summary?${query}`, undefined, session);
    return [status, body.start, body.end];
  };
  expect(await range('2026-11-01T00:00:00', '2026-11-02T00:00:00Z', 'Europe/Paris')).toEqual([
    200,
    '2026-10-31T23:00:00.000Z',
    '2026-11-02T00:00:00.000Z',
  ]);
  expect(await range('2026-07-01T00:00:00', '2026-07-02T00:00:00.5', 'America/New_York')).toEqual([
    200,
    '2026-07-01T04:00:00.000Z',
    '2026-07-02T04:00:00.500Z',
  ]);
  for (const wrong of ['2026-11-31T00:00:00', '2026-11-01', 'yesterday', ''])
    expect((await range(wrong, '2026-12-02T00:00:00', 'Europe/Paris'))[0]).toBe(422);
});

test('no field of a change has a default in the document, and every optional body is in it', async () => {
  const { body: document } = await call('GET', '/openapi.json');
  const found: string[] = [];
  const search = (schema: Answer['body'], path: string, seen: readonly string[]): void => {
    if (schema === null || typeof schema !== 'object') return;
    if ('default' in schema) found.push(path);
    const reference: string | undefined = schema.$ref;
    const name = reference?.split('/').at(-1);
    if (name !== undefined && !seen.includes(name)) search(document.components.schemas[name], `${path} ${name}`, [...seen, name]);
    for (const [key, value] of Object.entries(schema)) search(value, `${path}.${key}`, seen);
  };
  for (const [path, methods] of Object.entries<Answer['body']>(document.paths))
    for (const method of ['patch', 'put']) if (methods[method]) search(methods[method].requestBody, `${method} ${path}`, []);
  expect(found).toEqual([]);
  for (const path of ['/v1/auth/reset-password', '/v1/pins/{id}/retry'])
    expect([path, document.paths[path].post.requestBody.content['application/json'].schema]).toEqual([path, { $ref: expect.any(String) }]);
});
