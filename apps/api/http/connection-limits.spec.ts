import { Body, Controller, Get, Module, Post } from '@nestjs/common';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { loadConfiguration, createLogger } from '@pps/runtime';
import { createHttpApp, type HttpApp } from './http-app';
import { NotByHead } from './request-parts.decorator';

let used = 0;

@Controller()
class TinyController {
  @Get('thing')
  @NotByHead()
  thing(): string {
    used += 1;
    return 'ok';
  }

  @Post('thing')
  make(@Body() body: unknown): string {
    return JSON.stringify(body);
  }
}

@Module({ controllers: [TinyController] })
class TinyModule {}

let http: HttpApp;
let port: number;
const lines: string[] = [];

beforeAll(async () => {
  const limits = { HEADERS_TIMEOUT: '2s', IDLE_TIMEOUT: '10s', CONNECTIONS_AT_ONCE: '20', CORS_ORIGINS: 'https://app.test' };
  const config = loadConfiguration({ LOG_LEVEL: 'info', ...limits });
  const logger = createLogger('test', config, { write: (line) => void lines.push(line) });
  http = await createHttpApp(TinyModule, { config, logger });
  port = await http.listen(0, '127.0.0.1');
});
afterAll(() => http.close());

interface Opened {
  readonly socket: Socket;
  /** All that came until the server closed the connection. */
  readonly said: Promise<string>;
}

async function open(text: string): Promise<Opened> {
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  socket.on('data', (bytes: Buffer) => (heard += bytes.toString())).on('error', () => undefined);
  const said = new Promise<string>((resolve) => socket.on('close', () => resolve(heard)));
  await once(socket, 'connect');
  socket.write(text);
  return { socket, said };
}

test('headers that come too slowly, and a body that stops, do not keep a connection, and others are served meanwhile', async () => {
  const slow = await Promise.all(Array.from({ length: 10 }, () => open('GET /thing HTTP/1.1\r\nHost: a\r\nX-Slow: ')));
  const stopped = await open('POST /thing HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{');
  expect((await fetch(`http://127.0.0.1:${port}/thing`)).status).toBe(200);
  for (const text of await Promise.all(slow.map(({ said }) => said))) expect(text).toMatch(/^HTTP\/1.1 408 /);
  await stopped.said;
});

test('more connections than one process may hold are closed, and when some end others are taken', async () => {
  const held = await Promise.all(Array.from({ length: 40 }, () => open('')));
  let closed = 0;
  const counted = held.map(({ said }) => said.then(() => (closed += 1)));
  await Promise.race(Array.from(counted));
  expect(closed).toBeGreaterThan(0);
  for (const { socket } of held) socket.destroy();
  await Promise.all(counted);
  const isServed = () =>
    fetch(`http://127.0.0.1:${port}/thing`).then(
      ({ status }) => status === 200,
      () => false,
    );
  // The server may hear of their end a little later; the time of a test bounds the wait.
  while (!(await isServed())) await delay(20);
});

test('a HEAD uses nothing up', async () => {
  const before = used;
  const head = await fetch(`http://127.0.0.1:${port}/thing`, { method: 'HEAD' });
  expect([head.status, used - before]).toEqual([200, 0]);
  await fetch(`http://127.0.0.1:${port}/thing`);
  expect(used - before).toBe(1);
});

test('a preflight has the standard headers', async () => {
  const asking = { origin: 'https://app.test', 'access-control-request-method': 'GET' };
  const { status, headers } = await fetch(`http://127.0.0.1:${port}/thing`, { method: 'OPTIONS', headers: asking });
  expect([status, headers.get('access-control-allow-origin')]).toEqual([204, 'https://app.test']);
  expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});
