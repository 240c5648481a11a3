import { createLogger, loadConfiguration } from '@pps/runtime';
import { buildInTime } from '../../../test/console/build-in-time';
import { createHttpApp, type HttpApp } from '../http/http-app';
import { ShellModule } from '../shell.module';
import { serveConsole } from './serve-console';

const config = loadConfiguration({ PORT: '0', PUBLIC_URL: 'https://pins.test/pins', LOG_LEVEL: 'silent' });
let http: HttpApp;
let at: string;

beforeAll(async () => {
  buildInTime();
  http = await createHttpApp(ShellModule, { config, logger: createLogger('test', config) });
  const fastify = http.app.getHttpAdapter().getInstance();
  serveConsole(fastify, config);
  // In the place of the pages without scripts.
  for (const path of ['/app', '/app/*']) fastify.get(path, (_, reply) => reply.status(404).send());
  at = `http://127.0.0.1:${await http.listen(0)}`;
}, 300_000);

afterAll(() => http.close());

async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(`${at}${path}`, { method, headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
const marked = { cookie: 'a=b; pps_console=1' };

test('every page of the console is its document, which is kept by nobody and runs nothing of others', async () => {
  for (const path of [
    '/app/pins',
    '/app/pins/',
    '/app/pins/new?x=1',
    '/app/sign-in',
    '/app/webhooks/1',
    '/app/keys',
    '/app/history/proofs',
  ]) {
    const { status, headers, text } = await get(path);
    expect([path, status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      path,
      200,
      'text/html; charset=utf-8',
      'no-store',
    ]);
    expect(text).toContain('src="/pins/app/console/index-');
    expect(text).not.toContain('"./');
  }
  const policy = (await get('/app/pins')).headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).toMatch(/worker-src 'self';.*trusted-types pps-verifier$/);
  expect(policy).not.toMatch(/unsafe|nonce|https?:|\*/);
  expect((await get('/app/pins', {}, 'HEAD')).status).toBe(200);
});

test('pages without scripts stay as they are, for who has no console too', async () => {
  for (const path of ['/app', '/app/', '/app/connections?status=connected', '/app/billing', '/app/auth/complete?token=a']) {
    expect([path, (await get(path)).status]).toEqual([path, 404]);
    expect([path, (await get(path, marked)).status]).toEqual([path, 200]);
  }
  for (const path of [
    '/app/device',
    '/app/verify-email',
    '/app/billing/buy',
    '/app/billing/success',
    '/app/pinsx',
    '/app/assets/app.css',
    '/appx',
  ])
    expect([path, (await get(path, marked)).status]).toEqual([path, 404]);
  expect((await get('/app/pins', marked, 'POST')).status).not.toBe(200);
  expect((await get('/app', { cookie: 'xpps_console=1' })).status).toBe(404);
});

test('a sign-in with Google ends in the console where it goes on there, and on its own page else', async () => {
  const answer = async (next: string) => (await get(`/app/auth/complete?token=a&next=${encodeURIComponent(next)}`, marked)).status;
  for (const next of ['/pins/app', '/pins/app/', '/pins/app/pins?status=failed', '/pins/app/billing', '/pins/app/connections'])
    expect([next, await answer(next)]).toEqual([next, 200]);
  for (const next of [
    '/pins/app/billing/buy?plan=pro',
    '/pins/app/device',
    '/pins/app/authorize?x',
    '/other',
    'https://evil.example',
    '//evil',
  ])
    expect([next, await answer(next)]).toEqual([next, 404]);
});

test('files are kept for good, compressed as is liked, and those that are gone say so', async () => {
  const [, name = ''] = /console\/(index-[\w-]+\.js)/.exec((await get('/app/pins')).text) ?? [];
  const asked = async (encoding: string) => {
    const response = await fetch(`${at}/app/console/${name}`, { headers: { 'accept-encoding': encoding }, method: 'GET' });
    return { headers: response.headers, text: await response.text() };
  };
  const plain = await asked('identity');
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  // It may run as a worker, which has no other policy than that of its file.
  expect(plain.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/);
  for (const [asks, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
  ] as const) {
    const { headers, text } = await asked(asks);
    expect([asks, headers.get('content-encoding'), headers.get('vary'), text === plain.text]).toEqual([
      asks,
      encoding,
      'accept-encoding',
      true,
    ]);
  }
  for (const gone of ['index-00000000.js', '..%2Findex.html', 'index.html', '.stamp', '__proto__', `${name}.br`])
    expect([gone, (await get(`/app/console/${gone}`)).status]).toEqual([gone, 404]);
});
