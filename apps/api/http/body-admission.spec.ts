import { Body, Controller, Get, HttpCode, Module, Post } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { loadConfiguration, createLogger } from '@pps/runtime';
import { BodyAdmission, ByteShares } from './body-admission';
import { AnonymousBodyLimit, BodyLimit } from './route-setting.decorator';
import { FairTurns } from './fair-turns';
import { createHttpApp, type HttpApp } from './http-app';

const mb = 1024 * 1024;

@Controller()
class BodyController {
  @Post('rows')
  @HttpCode(200)
  @BodyLimit(5 * mb)
  rows(@Body() body: unknown): string {
    return typeof body;
  }

  @Post('signed')
  @HttpCode(200)
  @AnonymousBodyLimit(mb)
  signed(@Body() body: unknown): string {
    return typeof body;
  }

  @Get('never')
  never(): Promise<never> {
    return new Promise(() => undefined);
  }
}

@Module({ controllers: [BodyController] })
class BodyModule {}

const apps: HttpApp[] = [];
let [hasty, patient, port] = [0, 0, 0];
let onLookUp: (request: FastifyRequest) => unknown = () => undefined;

/** One that ends who sends nothing for so long. */
async function listening(BODY_RATE_WINDOW: string): Promise<number> {
  const config = loadConfiguration({ LOG_LEVEL: 'silent', BODIES_MB: '16', BODY_LEAST_RATE: '1000', BODY_RATE_WINDOW });
  const http = await createHttpApp(BodyModule, { config, logger: createLogger('test', config) });
  apps.push(http);
  http.app.get(BodyAdmission).identifyBy(async (request) => {
    await onLookUp(request);
    const sender = request.headers['x-sender'];
    return sender === undefined ? null : String(sender);
  });
  return http.listen(0, '127.0.0.1');
}

beforeAll(async () => {
  [hasty, patient] = [await listening('1s'), await listening('60s')];
});
beforeEach(() => {
  port = hasty;
});
afterEach(() => {
  onLookUp = () => undefined;
});
afterAll(() => Promise.all(apps.map((http) => http.close())));

const textOf = (bytes: number): string => `"${'x'.repeat(bytes - 2)}"`;

async function send(path: string, body: string, sender?: string): Promise<number> {
  const headers = { 'content-type': 'application/json', ...(sender !== undefined && { 'x-sender': sender }) };
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body });
  await answer.text();
  return answer.status;
}

interface Opened {
  readonly socket: Socket;
  readonly heard: () => string;
  readonly until: (words: RegExp) => Promise<void>;
}

/** A request whose body is as long as it says, of which nothing is sent yet. */
async function begin(path: string, lines: readonly string[]): Promise<Opened> {
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  const news = new Set<() => void>();
  const tell = () => news.forEach((each) => each());
  socket.on('data', (bytes: Buffer) => ((heard += bytes.toString()), tell())).on('error', () => undefined);
  await once(socket, 'connect');
  const type = lines.some((line) => line.startsWith('Content-Type:')) ? [] : ['Content-Type: application/json'];
  socket.write([`POST ${path} HTTP/1.1`, 'Host: a', ...type, ...lines, '', ''].join('\r\n'));
  const until = async (words: RegExp) => {
    while (!words.test(heard)) await new Promise<void>((resolve) => news.add(resolve));
  };
  return { socket, heard: () => heard, until };
}

test('64 KiB are taken from whoever shows no credential, more only from who shows a good one or where the body is one', async () => {
  expect([await send('/rows', textOf(64 * 1024)), await send('/rows', textOf(64 * 1024 + 1))]).toEqual([200, 413]);
  expect([await send('/rows', textOf(3 * mb), 'a'), await send('/rows', textOf(5 * mb + 1), 'a')]).toEqual([200, 413]);
  expect([await send('/signed', textOf(mb)), await send('/signed', textOf(mb + 1))]).toEqual([200, 413]);
});

test('a body without a declared length has the same bounds', async () => {
  const chunked = await begin('/rows', ['Transfer-Encoding: chunked', 'Connection: close']);
  for (let sent = 0; sent < 65; sent += 1) chunked.socket.write(`400\r\n${'1'.repeat(1024)}\r\n`);
  chunked.socket.write('0\r\n\r\n');
  await chunked.until(/^HTTP\/1.1 413 /);
  chunked.socket.destroy();
  const tiny = await begin('/rows', ['Transfer-Encoding: chunked', 'X-Sender: a', 'Connection: close']);
  tiny.socket.write(`1\r\n"\r\n${'1\r\nx\r\n'.repeat(100_000)}1\r\n"\r\n0\r\n\r\n`);
  await tiny.until(/^HTTP\/1.1 200 /);
  tiny.socket.destroy();
});

test('one sender holds a quarter of what is held, all together the whole, and others go on', async () => {
  port = patient;
  const half = (sender: string) => begin('/rows', [`Content-Length: ${4 * mb}`, 'Expect: 100-continue', `X-Sender: ${sender}`]);
  const first = await half('a');
  await first.until(/ 100 Continue/);
  expect(await send('/rows', textOf(mb), 'a')).toBe(429);
  expect(await send('/rows', textOf(mb), 'b')).toBe(200);
  const others = await Promise.all(['c', 'd', 'e'].map(half));
  for (const each of others) await each.until(/ 100 Continue/);
  expect(await send('/rows', textOf(mb), 'b')).toBe(503);
  expect(await send('/rows', textOf(1_000))).toBe(200);
  for (const { socket } of [first, ...others]) socket.destroy();
  while ((await send('/rows', textOf(mb), 'a')) !== 200);
});

test('who waits to be asked for a body is refused instead where it would not be taken', async () => {
  const stranger = await begin('/rows', [`Content-Length: ${4 * mb}`, 'Expect: 100-continue']);
  await once(stranger.socket, 'close');
  expect(stranger.heard()).toMatch(/^HTTP\/1.1 413 /);
  const missing = await begin('/nowhere', [`Content-Length: ${4 * mb}`, 'Expect: 100-continue']);
  await once(missing.socket, 'close');
  expect(missing.heard()).toMatch(/^HTTP\/1.1 404 /);
});

const wrongTypes = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=a', 'nothing'];

test.each(wrongTypes)('who waits to be asked for a body of the type %s is refused at once', async (type) => {
  for (const length of ['Content-Length: 1000', 'Transfer-Encoding: chunked']) {
    const waiting = await begin('/rows', [`Content-Type: ${type}`, length, 'Expect: 100-continue']);
    await once(waiting.socket, 'close');
    expect(waiting.heard()).toMatch(/^HTTP\/1.1 415 /);
  }
});

test('an empty body has no type that is wrong, also where its client waits to be asked for it', async () => {
  const empty = await begin('/rows', ['Content-Type: text/plain', 'Content-Length: 0', 'Expect: 100-continue']);
  await empty.until(/^HTTP\/1.1 \d/);
  expect(empty.heard()).toMatch(/^HTTP\/1.1 200 /);
  empty.socket.destroy();
});

test.each(wrongTypes.slice(0, 2))('a body of the type %s that never comes is ended with 408', async (type) => {
  const silent = await begin('/rows', [`Content-Type: ${type}`, 'Transfer-Encoding: chunked']);
  await once(silent.socket, 'close');
  expect(silent.heard()).toMatch(/^HTTP\/1.1 408 /);
});

test('a body that comes too slowly is ended with 408', async () => {
  const slow = await begin('/rows', ['Content-Length: 1000', 'X-Sender: a']);
  const drip = setInterval(() => slow.socket.write('1'), 50);
  await once(slow.socket, 'close').finally(() => clearInterval(drip));
  expect(slow.heard()).toMatch(/^HTTP\/1.1 408 /);
});

test('of a client that leaves while its credential is looked at nothing stays held', async () => {
  const left = new Promise<void>((resolve) => {
    onLookUp = async ({ raw }) => {
      onLookUp = () => undefined;
      client.socket.destroy();
      await once(raw.socket, 'close');
      resolve();
    };
  });
  const client = await begin('/rows', ['X-Sender: leaves-early', `Content-Length: ${4 * mb}`]);
  await left;
  while ((await send('/rows', textOf(mb), 'leaves-early')) !== 200);
});

test('of a client that leaves before its turn nothing stays held', async () => {
  const turn = new Promise<() => void>((resolve) => {
    jest.spyOn(apps[0]!.app.get(FairTurns), 'request').mockImplementationOnce((_key, start) => resolve(start));
  });
  const accepted = once(apps[0]!.app.getHttpServer(), 'connection') as Promise<[Socket]>;
  const client = await begin('/rows', ['X-Sender: leaves-queue', `Content-Length: ${4 * mb}`]);
  const [[socket], start] = await Promise.all([accepted, turn]);
  client.socket.destroy();
  await once(socket, 'close');
  start();
  while ((await send('/rows', textOf(mb), 'leaves-queue')) !== 200);
});

test('of a client that leaves while its earlier request on the connection is open nothing stays held', async () => {
  const client = connect(port, '127.0.0.1').on('error', () => undefined);
  const lookedUp = new Promise<void>((resolve) => (onLookUp = () => resolve()));
  const post = ['POST /rows HTTP/1.1', 'Host: a', 'Content-Type: application/json', 'X-Sender: piles-up', `Content-Length: ${4 * mb}`];
  client.write(`GET /never HTTP/1.1\r\nHost: a\r\n\r\n${[...post, '', ''].join('\r\n')}`);
  await lookedUp;
  await new Promise(setImmediate);
  expect(await send('/rows', textOf(mb), 'piles-up')).toBe(429);
  client.destroy();
  while ((await send('/rows', textOf(mb), 'piles-up')) !== 200);
});

test('one key gets its share and all together the whole; what is given back is free again', () => {
  const shares = new ByteShares(100, 40);
  expect([shares.take('a', 40), shares.take('a', 1), shares.take('b', 40), shares.take('c', 21)]).toEqual([true, false, true, false]);
  expect([shares.fullFor('a'), shares.fullFor('c')]).toEqual(['caller', 'all']);
  expect(shares.take('c', 20)).toBe(true);
  shares.give('a', 40);
  expect([shares.take('d', 40), shares.take('d', 1)]).toEqual([true, false]);
});

test('a body larger than a share, or than all of them, is taken when nothing else is held', () => {
  const shares = new ByteShares(100, 40);
  expect([shares.take('a', 150), shares.take('a', 1), shares.take('b', 1)]).toEqual([true, false, false]);
  shares.give('a', 150);
  expect(shares.take('b', 1)).toBe(true);
});
