import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { PlatformError } from '../platform-error';
import type { Platform } from '../platform';
import { createPinterestPlatform } from './create-pinterest-platform';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function serverWith(listener: RequestListener): Promise<Server> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));
  return server;
}

function platformAt(origin: string, settings: { requestTimeoutMs?: number; maxConnections?: number } = {}): Platform {
  const platform = createPinterestPlatform({
    apiUrl: `${origin}/v5`,
    oauthUrl: `${origin}/oauth/`,
    clientId: 'app',
    clientSecret: 'a-client-secret',
    connectTimeoutMs: 60_000,
    ...settings,
  });
  closing.push(() => platform.close());
  return platform;
}

async function answering(listener: RequestListener, settings = {}): Promise<Platform> {
  const { port } = (await serverWith(listener)).address() as AddressInfo;
  return platformAt(`http://127.0.0.1:${port}`, settings);
}

const token = 'pina_thetoken';
const create = (platform: Platform, options = {}) =>
  platform.createPin(token, { boardId: '1', title: 't', media: { kind: 'image_url', url: 'https://e.com/a.jpg' } }, options);

async function failureOf(call: Promise<unknown>): Promise<PlatformError> {
  const error = await call.then(
    () => new Error('The call did not fail'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(PlatformError);
  return error as PlatformError;
}

test('a refused connection and an unknown host were never sent', async () => {
  const server = await serverWith(() => undefined);
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  expect(await failureOf(create(platformAt(`http://127.0.0.1:${port}`)))).toMatchObject({
    kind: 'network',
    outcome: 'not_sent',
    transient: true,
  });
  expect(await failureOf(create(platformAt('http://nowhere.invalid')))).toMatchObject({ kind: 'network', outcome: 'not_sent' });
});

test('a call that ends while it waits for a connection was never sent, and is not sent later', async () => {
  const seen: string[] = [];
  const held: ServerResponse[] = [];
  let isHeld = () => undefined as void;
  const isFirstHeld = new Promise<void>((resolve) => (isHeld = resolve));
  const answer = (response: ServerResponse) => response.end('{"items":[],"bookmark":null}');
  const platform = await answering(
    (request, response) => {
      seen.push(`${request.method} ${request.url}`);
      if (held.length > 0) return void answer(response);
      held.push(response);
      isHeld();
    },
    { maxConnections: 1 },
  );
  const first = platform.listBoards(token, { timeoutMs: 600_000 });
  await isFirstHeld;
  expect(await failureOf(create(platform, { timeoutMs: 300 }))).toMatchObject({ kind: 'timeout', outcome: 'not_sent' });
  expect(await failureOf(create(platform, { signal: AbortSignal.timeout(50) }))).toMatchObject({ kind: 'aborted', outcome: 'not_sent' });
  expect(held).toHaveLength(1);
  for (const response of held) answer(response);
  await first;
  await platform.listBoards(token);
  expect(seen).toEqual(['GET /v5/boards?page_size=250', 'GET /v5/boards?page_size=250']);
});

test('a process that was stopped while it connected sends nothing when it goes on too late', async () => {
  const received: string[] = [];
  const timeoutMs = 200;
  const server = await serverWith((request, response) => {
    received.push(`${request.method} ${request.url}`);
    response.end('{"items":[],"bookmark":null}');
  });
  // As a process that was stopped, this one gets to the connection that was made before it gets to the time that was up.
  server.once('connection', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * timeoutMs));
  const platform = platformAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  expect(await failureOf(create(platform, { timeoutMs }))).toMatchObject({ kind: 'timeout', outcome: 'not_sent' });
  await platform.listBoards(token);
  expect(received).toEqual(['GET /v5/boards?page_size=250']);
});

test('what happens after the request was sent leaves the outcome unknown', async () => {
  const reset = await answering((request) => request.socket.destroy());
  expect(await failureOf(create(reset))).toMatchObject({ kind: 'network', outcome: 'unknown', outcomeUnknown: true });
  let onRequest = () => undefined as void;
  const silent = await answering(() => onRequest());
  let late = await failureOf(create(silent, { timeoutMs: 500 }));
  // On a slow machine the time may be up before anything was sent, which is another case.
  for (let timeoutMs = 2_000; timeoutMs < 100_000 && late.outcome === 'not_sent'; timeoutMs *= 4)
    late = await failureOf(create(silent, { timeoutMs }));
  expect(late).toMatchObject({ kind: 'timeout', outcome: 'unknown' });
  const ending = new AbortController();
  onRequest = () => ending.abort();
  expect(await failureOf(create(silent, { signal: ending.signal }))).toMatchObject({ kind: 'aborted', outcome: 'unknown' });
  const half = await answering((_request, response) => {
    response.writeHead(201, { 'content-length': '100' });
    response.write('{"id":', () => response.destroy());
  });
  expect(await failureOf(create(half))).toMatchObject({ outcome: 'unknown' });
});

test.each([
  ['no JSON', 'created'],
  ['no id', '{"created_at":"2026-01-01T00:00:00"}'],
  ['an id that is a number', '{"id":12,"created_at":"2026-01-01T00:00:00"}'],
  ['nothing', ''],
  ['five MiB', 'x'.repeat(5 * 1024 * 1024)],
])('a 201 with %s is malformed, its outcome unknown', async (_what, body) => {
  const platform = await answering((_request, response) => response.writeHead(201).end(body));
  expect(await failureOf(create(platform))).toMatchObject({ kind: 'malformed_answer', outcome: 'unknown' });
});

test('no error shows a token, a secret or a code', async () => {
  const platform = await answering((request, response) => {
    const basic = request.headers.authorization ?? '';
    response.writeHead(400, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ code: 1, message: `${basic} a-client-secret the-refresh-token the-code pinr_other` }));
  });
  const errors = [
    await failureOf(create(platform)),
    await failureOf(platform.refreshToken({ refreshToken: 'the-refresh-token' })),
    await failureOf(platform.exchangeCode({ code: 'the-code', redirectUri: 'http://127.0.0.1/cb' })),
  ];
  const basic = Buffer.from('app:a-client-secret').toString('base64');
  const shown = errors.map((error) => `${error.message} ${JSON.stringify(error)} ${error.stack}`);
  expect(shown[0]).not.toContain('thetoken');
  for (const text of shown) for (const secret of ['a-client-secret', basic, 'pinr_other']) expect(text).not.toContain(secret);
  expect(shown[1]).not.toContain('the-refresh-token');
  expect(shown[2]).not.toContain('the-code');
});

test('errors carry the clock and the limits of the platform', async () => {
  const platform = await answering((_request, response) => {
    const date = new Date(Date.now() + 3_600_000).toUTCString();
    response.writeHead(429, {
      date,
      'x-ratelimit-limit': '5, 5;w=60;name="org_write"',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': '42',
    });
    response.end('{"code":8,"message":"Slow down"}');
  });
  const error = await failureOf(create(platform));
  expect(error).toMatchObject({ kind: 'rate_limited', outcome: 'refused', status: 429, code: 8, retryAfterSeconds: 42 });
  expect(error.rateLimit).toEqual({ name: 'org_write', limit: 5, windowSeconds: 60, remaining: 0, resetSeconds: 42 });
  expect(Math.abs((error.clockSkewMs ?? 0) - 3_600_000)).toBeLessThan(60_000);
  expect(error.platformTime).toBeInstanceOf(Date);
});
