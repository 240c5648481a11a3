import fastify, { type FastifyInstance } from 'fastify';
import { allowOrigins } from './cors';

let app: FastifyInstance;

async function appFor(origins: readonly string[]): Promise<FastifyInstance> {
  app = fastify();
  allowOrigins(app, origins);
  app.get('/', async () => 'ok');
  await app.ready();
  return app;
}

afterEach(() => app.close());

const preflight = { method: 'OPTIONS', url: '/', headers: { origin: 'https://app.test', 'access-control-request-method': 'GET' } } as const;

test('an origin on the list may ask and read, another may not', async () => {
  const listed = await appFor(['https://app.test']);
  const asked = await listed.inject(preflight);
  expect([asked.statusCode, asked.headers['access-control-allow-origin']]).toEqual([204, 'https://app.test']);
  expect(asked.headers['access-control-allow-headers']).toContain('X-API-Key');
  const read = await listed.inject({ url: '/', headers: { origin: 'https://app.test' } });
  expect([read.body, read.headers['access-control-allow-origin'], read.headers['vary']]).toEqual(['ok', 'https://app.test', 'origin']);
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
