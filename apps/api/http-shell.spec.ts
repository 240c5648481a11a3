import { connect } from 'node:net';
import { expectEnvelope, startShell, uuid } from './http-shell.harness';

let shell: Awaited<ReturnType<typeof startShell>>;

beforeAll(async () => {
  shell = await startShell();
});

afterAll(() => shell.stop());

const call: typeof shell.call = (...request) => shell.call(...request);

function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(shell.port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.setTimeout(120_000, () => socket.destroy(new Error(`no answer to ${text.slice(0, 40)}`)));
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

test('a request is logged, a probe is not', async () => {
  await call('GET', '/things', undefined, { 'x-request-id': 'logged-request' });
  for (const path of ['/health/live', '/health/ready', '/healthz', '/readyz'])
    await call('GET', path, undefined, { 'x-request-id': 'a-probe-of-ours' });
  const lines = shell.log.join('');
  expect(lines).toContain('logged-request');
  expect(lines).not.toContain('a-probe-of-ours');
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
