import { Controller, Get, Module } from '@nestjs/common';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { loadConfiguration, createLogger } from '@pps/runtime';
import { FairTurns } from './fair-turns';
import { createHttpApp, type HttpApp } from './http-app';
import { RouteSetting } from './route-setting.decorator';

let opened: () => void = () => undefined;
let release: () => void = () => undefined;

@Controller()
class SlowController {
  @Get('thing')
  thing(): string {
    return 'ok';
  }

  @Get('own-status')
  @RouteSetting({ tooManyStatus: 503 })
  ownStatus(): string {
    return 'ok';
  }

  @Get('slow')
  async slow(): Promise<string> {
    await new Promise<void>((resolve) => {
      release = resolve;
      opened();
    });
    return 'ok';
  }
}

@Module({ controllers: [SlowController] })
class SlowModule {}

const running: HttpApp[] = [];
afterAll(() => Promise.all(running.map((http) => http.close())));

async function start(settings: Readonly<Record<string, string>>): Promise<number> {
  const config = loadConfiguration({ ...settings, CONNECTIONS_AT_ONCE: '50' });
  const logger = createLogger('test', config, { write: () => undefined });
  const http = await createHttpApp(SlowModule, { config, logger });
  running.push(http);
  return http.listen(0, '127.0.0.1');
}

/** A connection from an address of this machine; null when the server closes it before it answers. */
function open(port: number, localAddress: string): { readonly socket: Socket; readonly answered: Promise<string | null> } {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  const answered = new Promise<string | null>((resolve) => {
    socket.on('data', (bytes: Buffer) => resolve(bytes.toString().slice(9, 12))).on('close', () => resolve(null));
    socket.on('error', () => undefined);
  });
  socket.write('GET /thing HTTP/1.1\r\nHost: a\r\n\r\n');
  return { socket, answered };
}

test('a client that holds all connections it can get leaves room for those elsewhere, and gets as many again as it gives up', async () => {
  const port = await start({ CONNECTIONS_PER_ADDRESS: '10' });
  const hostile = Array.from({ length: 100 }, () => open(port, '127.0.0.2'));
  const answers = await Promise.all(hostile.map(({ answered }) => answered));
  expect(answers.filter((status) => status === '200')).toHaveLength(10);
  const honest = open(port, '127.0.0.3');
  expect(await honest.answered).toBe('200');
  const held = hostile.filter((_, n) => answers[n] === '200').slice(0, 3);
  for (const { socket } of held) {
    socket.destroy();
    await once(socket, 'close');
  }
  // The server has seen the ends once it answers what came after them.
  expect(await open(port, '127.0.0.4').answered).toBe('200');
  const again: (string | null)[] = [];
  while (again.filter((status) => status === '200').length < 3) again.push(await open(port, '127.0.0.2').answered);
  expect(await open(port, '127.0.0.2').answered).toBeNull();
  for (const { socket } of [...hostile, honest]) socket.destroy();
});

test('behind a proxy the share is of open requests, by the address that the proxy names and not by what the client wrote', async () => {
  const port = await start({ CONNECTIONS_PER_ADDRESS: '1', TRUST_PROXY: 'true' });
  const ask = (path: string, from: string) => fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'x-forwarded-for': from } });
  const begun = new Promise<void>((resolve) => (opened = resolve));
  const held = ask('/slow', '192.0.2.1');
  await begun;
  const refused = await ask('/thing', '203.0.113.9, 192.0.2.1');
  expect([refused.status, ((await refused.json()) as { error: { code: string } }).error.code]).toEqual([429, 'rate_limited']);
  const otherwise = await ask('/own-status', '192.0.2.1');
  expect([otherwise.status, otherwise.headers.get('retry-after'), await otherwise.json()]).toEqual([
    503,
    '1',
    expect.objectContaining({ error: expect.objectContaining({ code: 'rate_limited' }) }),
  ]);
  expect((await ask('/thing', '192.0.2.2')).status).toBe(200);
  release();
  expect(await (await held).text()).toBe('ok');
});

test('behind a proxy a client that leaves before its turn, or before an earlier request is answered, keeps no share', async () => {
  const port = await start({ CONNECTIONS_PER_ADDRESS: '2', TRUST_PROXY: 'true' });
  const http = running.at(-1);
  if (!http) throw new Error('nothing was started');
  const ask = () => fetch(`http://127.0.0.1:${port}/thing`, { headers: { 'x-forwarded-for': '192.0.2.1' } });
  const slow = 'GET /slow HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n';
  for (let n = 0; n < 2; n += 1) {
    const turn = new Promise<() => void>((resolve) => {
      jest.spyOn(http.app.get(FairTurns), 'request').mockImplementationOnce((_key, begin) => resolve(begin));
    });
    const accepted = once(http.app.getHttpServer(), 'connection') as Promise<[Socket]>;
    const client = connect(port, '127.0.0.1');
    client.write(slow);
    const [[socket], begin] = await Promise.all([accepted, turn]);
    client.destroy();
    await once(socket, 'close');
    begin();
  }
  expect((await ask()).status).toBe(200);
  let open = 0;
  const both = new Promise<void>((resolve) => (opened = () => (open += 1) === 2 && resolve()));
  const client = connect(port, '127.0.0.1');
  client.write(slow + slow);
  await both;
  expect((await ask()).status).toBe(429);
  client.destroy();
  while ((await ask()).status !== 200);
});
