import { createHttpApp, type HttpApp } from './http/http-app';
import { createLogger, loadConfiguration, measureOnDemand } from '@pps/runtime';
import { parse } from 'yaml';
import { ShellModule } from './shell.module';
import { serveInterface } from './docs/serve-interface';

const config = loadConfiguration({ PORT: '0', PUBLIC_URL: 'https://pins.test/', LOG_LEVEL: 'silent' });
let http: HttpApp;
let at: string;

beforeAll(async () => {
  http = await createHttpApp(ShellModule, { config, logger: createLogger('test', config) });
  serveInterface(http.app, ShellModule, config.PUBLIC_URL);
  at = `http://127.0.0.1:${await http.listen(0)}`;
});

afterAll(() => http.close());

// Bodies are always read: an unread one keeps its request open, and the end waits for it.
async function get(path: string, headers: Record<string, string> = {}, from = at) {
  const response = await fetch(`${from}${path}`, { headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) };
}

test('the root says what answers, in the version of the interface, which a release alone does not change', async () => {
  expect((await get('/')).json()).toEqual({ service: 'pin-publishing-service', version: '1.58.0', docs: 'https://pins.test/docs' });
});

test('the interface is described, with both credentials and the error envelope', async () => {
  const document = (await get('/openapi.json')).json();
  expect(document.info).toMatchObject({ title: 'Pin Publishing Service API', version: '1.58.0' });
  expect(Object.keys(document.components.securitySchemes)).toEqual(['bearer', 'X-API-Key']);
  expect(document.components.schemas).toHaveProperty('ErrorEnvelopeDto');
  expect(document.paths).toHaveProperty('/health/ready');
});

test('the description is 3.1 as JSON and as YAML, and 3.0 beside it', async () => {
  const [json, yaml, older] = [await get('/openapi.json'), await get('/openapi.yaml'), await get('/openapi-3.0.json')];
  expect([json, yaml, older].map(({ headers }) => headers.get('content-type'))).toEqual([
    'application/json; charset=utf-8',
    'application/yaml; charset=utf-8',
    'application/json; charset=utf-8',
  ]);
  expect([json.json().openapi, older.json().openapi]).toEqual(['3.1.0', '3.0.0']);
  expect(parse(yaml.text)).toEqual(json.json());
});

test.each(['/openapi.json', '/openapi.yaml', '/openapi-3.0.json'])('who has %s already is told so', async (path) => {
  const first = await get(path);
  const tag = first.headers.get('etag') ?? '';
  expect([tag, first.headers.get('cache-control')]).toEqual([expect.stringMatching(/^(W\/)?"[\w-]+"$/), 'no-cache']);
  for (const known of [tag, tag.replace('W/', ''), `"other", ${tag}`, '*']) {
    const again = await get(path, { 'if-none-match': known });
    expect([known, again.status, again.text, again.headers.get('etag')]).toEqual([known, 304, '', tag.replace('W/', '')]);
  }
  for (const other of ['"other"', '', tag.slice(0, -2), tag.repeat(500)]) {
    expect([(await get(path, { 'if-none-match': other })).status]).toEqual([200]);
  }
  const head = await fetch(`${at}${path}`, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect((await fetch(`${at}${path}`, { method: 'POST' }).then(async (refused) => [refused.status, await refused.text()]))[0]).toBe(405);
});

test('Swagger UI and its scripts are served', async () => {
  const page = await get('/docs');
  expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
  expect(page.headers.get('x-request-id')).not.toBeNull();
  const files = [...page.text.matchAll(/(?:href|src)="(\/docs\/viewer\/[^"]*)"/g)].map(([, file]) => file ?? '');
  expect(files.length).toBe(8);
  for (const file of files) {
    const { status, headers } = await get(file);
    expect([file, status, headers.get('cache-control')]).toEqual([file, 200, 'public, max-age=86400']);
  }
  expect((await get('/docs/')).text).toBe(page.text);
  for (const other of ['/docs/viewer/index.js', '/docs/viewer/constructor', '/docs/viewer/..%2Fviewer.js', '/docs/viewer/'])
    expect([other, (await get(other)).status]).toEqual([other, 404]);
});

test('readiness follows the dependencies; a failing one shows nothing of the inside', async () => {
  const ready = await get('/health/ready');
  expect(ready.status).toBe(200);
  expect(ready.json()).toMatchObject({
    status: 'ok',
    checks: {},
    features: {
      platform: { state: 'disabled', reason: 'set PLATFORM_CLIENT_ID and PLATFORM_CLIENT_SECRET' },
      mail: { state: 'disabled', reason: 'set SMTP_URL' },
    },
  });

  http.health.registerCheck('database', () => Promise.reject(new Error('password wrong at 10.1.2.3')));
  http.health.registerCheck('queue', () => Promise.resolve({ ok: true, detail: { lag: 0 } }));
  const failing = await get('/health/ready');
  expect(failing.status).toBe(503);
  expect(failing.headers.get('retry-after')).toBe('5');
  expect(failing.json()).toMatchObject({
    status: 'unavailable',
    checks: { database: { ok: false, detail: 'failed' }, queue: { ok: true, detail: { lag: 0 } } },
    error: { code: 'service_unavailable', request_id: failing.headers.get('x-request-id') },
    detail: 'Not ready: database',
  });
  expect((await get('/health/live')).status).toBe(200);
  http.health.registerCheck('database', () => Promise.resolve({ ok: true }));
  expect((await get('/health/ready')).status).toBe(200);
});

test('metrics count requests by route pattern, method and status', async () => {
  await get('/no/such/route');
  const response = await get('/metrics');
  expect(response.headers.get('content-type')).toContain('text/plain');
  const text = response.text;
  expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/health/live",status="200"}');
  expect(text).toContain('http_request_duration_seconds_count{method="GET",route="unmatched",status="404"}');
  expect(text).toContain('nodejs_eventloop_lag_seconds');
});

test('probes say what runs here, and nothing of the inside', async () => {
  for (const path of ['/healthz', '/readyz']) {
    expect((await get(path)).json()).toMatchObject({ status: 'ok', version: '1.58.0', environment: 'production' });
  }
});

test('a probe says what the database cannot be used for and what else does not work, in words of ours', async () => {
  const detail = { reads: 'ok', writes: 'unavailable', problem: 'disk_full', reason: 'could not extend file "base/1/2"' };
  http.health.registerCheck('database', () => Promise.resolve({ ok: false, detail }));
  http.health.registerCheck('projection_pins', () => Promise.resolve({ ok: false, degraded: true, detail: { state: 'stopped' } }));
  const probe = await get('/readyz');
  const known = { database: 'unavailable', cannot: ['writes'], reason: 'disk_full', degraded: ['projection_pins'] };
  expect([probe.status, probe.json()]).toMatchObject([503, known]);
  expect(probe.text).not.toContain('extend file');
  http.health.registerCheck('database', () => Promise.resolve({ ok: true }));
  expect((await get('/readyz')).json()).toEqual({
    status: 'ok',
    version: '1.58.0',
    environment: 'production',
    database: 'ok',
    degraded: ['projection_pins'],
  });
  http.health.registerCheck('projection_pins', () => Promise.resolve({ ok: true }));
});

describe('what is for operators', () => {
  const { token, proxied } = { token: 'a token of the operators', proxied: { 'x-forwarded-for': '127.0.0.1' } };

  test('is not for whom a proxy passes on, whatever address is named', async () => {
    expect((await get('/metrics')).status).toBe(200);
    expect((await get('/metrics', proxied)).json()).toMatchObject({ error: { code: 'not_found' } });
    expect((await get('/health/ready', proxied)).json()).toEqual({ status: 'ok' });
    http.health.registerCheck('database', () => Promise.resolve({ ok: false }));
    expect((await get('/health/ready', proxied)).json()).toMatchObject({ status: 'unavailable', detail: 'Not ready' });
    const probe = await get('/readyz', proxied);
    const refusal = { detail: 'Not ready', error: { code: 'service_unavailable', retry_after_seconds: expect.any(Number) } };
    expect([probe.status, probe.json()]).toMatchObject([503, { status: 'unavailable', database: 'unavailable', ...refusal }]);
    http.health.registerCheck('database', () => Promise.resolve({ ok: true }));
  });

  test.each([
    ['no proxy believed', {}],
    ['a proxy believed', { TRUST_PROXY: 'true' }],
  ])('asks for the token where one is set, on this machine too: %s', async (_, settings) => {
    const own = loadConfiguration({ PORT: '0', LOG_LEVEL: 'silent', OPERATOR_TOKEN: token, ...settings });
    const other = await createHttpApp(ShellModule, { config: own, logger: createLogger('test', own) });
    try {
      const from = `http://127.0.0.1:${await other.listen(0)}`;
      for (const headers of [{}, proxied, { authorization: 'Bearer another' }, { authorization: token }]) {
        const refused = await get('/metrics', headers, from);
        expect([refused.status, refused.json().error.code]).toEqual([404, 'not_found']);
        expect((await get('/health/ready', headers, from)).json()).toEqual({ status: 'ok' });
      }
      const authorization = `Bearer ${token}`;
      expect((await get('/metrics', { authorization }, from)).text).toContain('nodejs_eventloop_lag_seconds');
      expect((await get('/health/ready', { authorization, ...proxied }, from)).json()).toHaveProperty('checks');
    } finally {
      await other.close();
    }
  });

  test('a flood of scrapes measures once', async () => {
    let measured = 0;
    measureOnDemand('counted', () => Promise.resolve(void measured++));
    const other = await createHttpApp(ShellModule, { config, logger: createLogger('test', config) });
    const startedMs = performance.now();
    try {
      const from = `http://127.0.0.1:${await other.listen(0)}`;
      for (let scrape = 0; scrape < 50; scrape++) await get('/metrics', {}, from);
    } finally {
      await other.close();
    }
    // Anew after two seconds, on a machine on which so many take that long.
    expect(measured).toBeLessThanOrEqual(1 + Math.floor((performance.now() - startedMs) / 2_000));
  });
});
