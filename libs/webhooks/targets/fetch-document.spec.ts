import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fetchDocument } from './fetch-document';
import { refusedTargets } from './refused-targets.fixture';
import type { Resolve } from './target-url';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

interface Asked {
  readonly policy?: 'any' | 'public';
  readonly host?: string;
  readonly resolve?: Resolve;
  readonly waitMs?: number;
}

/** What is fetched from a server on this machine that answers so. */
async function fetchedFrom(answer: Answer, { policy = 'any', host = '127.0.0.1', resolve, waitMs }: Asked = {}) {
  let connections = 0;
  const server = createServer(answer).on('connection', () => connections++);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  try {
    return { document: await fetchDocument(`http://${host}:${port}/client.json`, policy, resolve, waitMs), connections };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('a small document is read, with how long it may be kept', async () => {
  const { document } = await fetchedFrom((_, response) => response.writeHead(200, { 'cache-control': 'max-age=60' }).end('{"a":1}'));
  expect(document).toEqual({ body: '{"a":1}', cacheControl: 'max-age=60' });
});

test.each<readonly [string, Answer]>([
  ['a redirect', (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
  ['an error', (_, response) => response.writeHead(500).end('{}')],
  ['no content', (_, response) => response.writeHead(204).end()],
  ['more than 16 kB', (_, response) => response.end('x'.repeat(16_385))],
  ['a body without end', (_, response) => void setInterval(() => response.write('x'.repeat(4_096)), 1).unref()],
  ['a broken connection', (_, response) => void (response.write('{'), response.destroy())],
])('%s is none', async (_, answer) => {
  expect((await fetchedFrom(answer)).document).toBeNull();
});

test('none of the addresses that no webhook may reach is asked, nor a name that leads there', async () => {
  const looked: string[] = [];
  const nowhere: Resolve = (host) => Promise.resolve((looked.push(host), []));
  for (const target of refusedTargets) expect([target, await fetchDocument(target, 'public', nowhere)]).toEqual([target, null]);
  const inside: Resolve = () => Promise.resolve([{ address: '10.0.0.1', family: 4 }]);
  expect(await fetchDocument('https://inside.example.com/client.json', 'public', inside)).toBeNull();
  expect((await fetchedFrom((_, response) => response.end('{}'), { policy: 'public' })).connections).toBe(0);
});

test('a name is connected to where it was looked up, once, whatever it leads to by then', async () => {
  let looks = 0;
  const resolve: Resolve = () => Promise.resolve([{ address: ['127.0.0.1', '127.0.0.9'][looks++] ?? '', family: 4 }]);
  const fetched = await fetchedFrom((_, response) => response.end('{}'), { host: 'rebinding.test', resolve });
  expect([fetched.document?.body, fetched.connections, looks]).toEqual(['{}', 1, 1]);
});

test('a document that comes a piece at a time has no longer than any other', async () => {
  const slowly: Answer = (_, response) => {
    response.write('{');
    const writing = setInterval(() => response.write(' '), 50).unref();
    setTimeout(() => (clearInterval(writing), response.end('}')), 3_000).unref();
  };
  expect((await fetchedFrom(slowly, { waitMs: 300 })).document).toBeNull();
});
