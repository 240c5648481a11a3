import { Controller, Get, Module } from '@nestjs/common';
import fastify, { type FastifyInstance } from 'fastify';
import { loadConfiguration, createLogger } from '@pps/runtime';
import { allowOrigins } from './allow-origins';
import { createHttpApp } from './http-app';

let app: FastifyInstance;

async function appFor(origins: readonly string[]): Promise<FastifyInstance> {
  app = fastify();
  await allowOrigins(app, origins);
  app.get('/', async () => 'ok');
  await app.ready();
  return app;
}

afterEach(() => app?.close());

const preflight = { method: 'OPTIONS', url: '/', headers: { origin: 'https://app.test', 'access-control-request-method': 'GET' } } as const;

test('an origin on the list may ask and read, another may not', async () => {
  const listed = await appFor(['https://app.test']);
  const asked = await listed.inject(preflight);
  expect([asked.statusCode, asked.headers['access-control-allow-origin']]).toEqual([204, 'https://app.test']);
  expect(asked.headers['access-control-allow-headers']).toContain('X-API-Key');
  const read = await listed.inject({ url: '/', headers: { origin: 'https://app.test' } });
  expect([read.body, read.headers['access-control-allow-origin'], read.headers['vary']]).toEqual(['ok', 'https://app.test', 'Origin']);
  const evil = await listed.inject({ url: '/', headers: { origin: 'https://evil.test' } });
  expect(evil.headers['access-control-allow-origin']).toBeUndefined();
  expect((await listed.inject({ ...preflight, headers: { ...preflight.headers, origin: 'https://evil.test' } })).statusCode).toBe(404);
  expect(read.headers['access-control-allow-credentials']).toBeUndefined();
});

test('a star lets every page read, and no list lets none', async () => {
  expect((await (await appFor(['*'])).inject(preflight)).headers['access-control-allow-origin']).toBe('*');
  await app.close();
  expect((await (await appFor([])).inject(preflight)).headers['access-control-allow-origin']).toBeUndefined();
});

test('an OPTIONS request that is no preflight is answered as if pages of nobody were let in', async () => {
  const options = { method: 'OPTIONS', url: '/', headers: { origin: 'https://app.test' } } as const;
  const answer = await (await appFor(['*'])).inject(options);
  expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([404, '*']);
  expect(answer.headers['access-control-allow-methods']).toBeUndefined();
  expect((await app.inject({ ...options, headers: {} })).headers['access-control-allow-origin']).toBeUndefined();
});

@Controller()
class TinyController {
  @Get('thing')
  thing(): string {
    return 'ok';
  }
}

@Module({ controllers: [TinyController] })
class TinyModule {}

test('in a whole application it hides neither what is missing nor which methods a path has', async () => {
  const config = loadConfiguration({ LOG_LEVEL: 'silent', CORS_ORIGINS: 'https://app.test' });
  const http = await createHttpApp(TinyModule, { config, logger: createLogger('test', config) });
  const at = `http://127.0.0.1:${await http.listen(0, '127.0.0.1')}`;
  try {
    const ask = async (path: string, method: string, headers: Record<string, string>) => {
      const { status, headers: answered } = await fetch(`${at}${path}`, { method, headers });
      return [status, answered.get('allow'), answered.get('access-control-allow-origin'), answered.get('access-control-max-age')];
    };
    const [origin, asking] = ['https://app.test', { 'access-control-request-method': 'GET' }];
    expect(await ask('/thing', 'GET', { origin })).toEqual([200, null, origin, null]);
    expect(await ask('/thing', 'OPTIONS', { origin, ...asking })).toEqual([204, null, origin, '600']);
    expect(await ask('/thing', 'OPTIONS', { origin })).toEqual([204, 'GET, HEAD, OPTIONS', origin, null]);
    expect(await ask('/thing', 'OPTIONS', { origin: 'https://evil.test', ...asking })).toEqual([204, 'GET, HEAD, OPTIONS', null, null]);
    expect(await ask('/nowhere', 'GET', { origin })).toEqual([404, null, origin, null]);
    expect(await ask('/nowhere', 'OPTIONS', {})).toEqual([404, null, null, null]);
    expect(await ask('/thing', 'DELETE', { origin })).toEqual([405, 'GET, HEAD, OPTIONS', origin, null]);
  } finally {
    await http.close();
  }
});
