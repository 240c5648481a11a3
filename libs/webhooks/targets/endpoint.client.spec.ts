import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';
import { NotPermitted, openEndpoint, type EndpointCall, type EndpointConnection } from './endpoint.client';
import { Unreachable } from './target-url';

describe('calls of one endpoint', () => {
  let server: Server;
  let connection: EndpointConnection;
  let answer: RequestListener;
  let [connections, requests] = [0, 0];

  beforeEach(async () => {
    [connections, requests] = [0, 0];
    answer = (_, response) => void response.writeHead(204).end();
    connection = openEndpoint();
    server = createServer((request, response) => {
      requests++;
      request.resume().on('end', () => answer(request, response));
    }).on('connection', () => connections++);
    // A machine that stands still for seconds must not end what is to stay open.
    server.keepAliveTimeout = 60_000;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    connection.close();
    server.closeAllConnections();
    server.close();
  });

  const call = (more: Partial<EndpointCall> = {}) =>
    connection.call({
      url: new URL(`http://endpoint.test:${(server.address() as AddressInfo).port}/`),
      addresses: [{ address: '127.0.0.1', family: 4 }],
      headers: {},
      body: '{}',
      signal: AbortSignal.timeout(20_000),
      isPermitted: async () => true,
      ...more,
    });

  it('are made on one connection, and each is permitted right before it', async () => {
    const said: string[] = [];
    answer = (_, response) => {
      said.push('request');
      response.writeHead(200).end('taken');
    };
    const isPermitted = async () => (said.push('permitted'), true);
    for (let n = 0; n < 3; n++) expect(await call({ isPermitted })).toMatchObject({ statusCode: 200, body: 'taken' });
    expect(connections).toBe(1);
    expect(said).toEqual(['permitted', 'request', 'permitted', 'request', 'permitted', 'request']);
  });

  it.each([
    ['an interim answer', 'HTTP/1.1 100 Continue\r\n\r\n', ''],
    ['several interim answers', 'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n', ''],
    ['17 kB of headers', '', `Set-Cookie: s=${'a'.repeat(17_000)}\r\n`],
    ['200 kB of headers', '', `Set-Cookie: s=${'a'.repeat(100_000)}\r\nSet-Cookie: t=${'a'.repeat(100_000)}\r\n`],
  ])('take an answer with %s', async (_, before, headers) => {
    answer = (request) => void request.socket.write(`${before}HTTP/1.1 200 OK\r\n${headers}Content-Length: 5\r\n\r\ntaken`);
    for (let n = 0; n < 2; n++) expect(await call()).toMatchObject({ statusCode: 200, body: 'taken' });
    expect(requests).toBe(2);
  });

  it('fail where the interim answers do not end, and the next one is another matter', async () => {
    let written = 0;
    answer = ({ socket }, response) => {
      if (requests > 1) return void response.writeHead(204).end();
      const more = () => {
        if (!socket.destroyed) socket.write('HTTP/1.1 102 Processing\r\n\r\n'.repeat(100), () => setImmediate(more));
        written += 100;
      };
      socket.on('error', () => undefined);
      more();
    };
    await expect(call()).rejects.toThrow('too many interim answers');
    expect(written).toBeGreaterThan(0);
    expect(await call()).toMatchObject({ statusCode: 204 });
  });

  it.each(['Connection: upgrade\r\nUpgrade: websocket\r\n', ''])('fail at once where the protocol is switched with %j', async (headers) => {
    answer = ({ socket }, response) => {
      if (requests > 1) response.writeHead(204).end();
      else socket.write(`HTTP/1.1 101 Switching Protocols\r\n${headers}\r\n`);
    };
    await expect(call()).rejects.toThrow('the protocol was switched unasked');
    expect(await call()).toMatchObject({ statusCode: 204 });
  });

  it('look in the certificate for an address of version 6 as it is written there', async () => {
    const connect = jest.spyOn(tls, 'connect');
    const address = { address: '::1', family: 6 as const };
    await expect(call({ url: new URL('https://[::1]:9/'), addresses: [address] })).rejects.toThrow(Unreachable);
    expect(connect.mock.calls).toMatchObject([[{ host: '::1' }]]);
    connect.mockRestore();
  });

  it('send the names of headers as they are written', async () => {
    let names: readonly string[] = [];
    answer = (request, response) => {
      names = request.rawHeaders;
      response.writeHead(204).end();
    };
    await call({ headers: { 'X-Service-Signature': 'abc' } });
    expect(names).toEqual(expect.arrayContaining(['X-Service-Signature', 'abc']));
  });

  it('that are not permitted send nothing on an open connection', async () => {
    await call();
    await expect(call({ isPermitted: async () => false })).rejects.toThrow(NotPermitted);
    await expect(call({ isPermitted: () => Promise.reject(new Error('our own trouble')) })).rejects.toThrow('our own trouble');
    expect([connections, requests]).toEqual([1, 1]);
  });

  it('end in time when nobody says whether they are permitted', async () => {
    await call();
    await expect(call({ isPermitted: () => new Promise(() => undefined), signal: AbortSignal.timeout(50) })).rejects.toThrow();
    expect(requests).toBe(1);
  });

  it.each([
    ['says so', (_, response) => void response.writeHead(204, { connection: 'close' }).end()],
    ['does not say so', (request, response) => void response.writeHead(204).end(() => request.socket.end())],
    ['goes on with a body that is too long', (_, response) => void response.writeHead(200).end('x'.repeat(100_000))],
  ] satisfies [string, RequestListener][])('go on where the server ends the connection after each and %s', async (_, listener) => {
    answer = listener;
    for (let n = 0; n < 3; n++) expect((await call()).statusCode).toBeLessThan(300);
    // Where the request crosses the end of the connection, it is made once more.
    expect(requests).toBeGreaterThanOrEqual(3);
  });

  it('are made once more, and then on connections of their own, where an open one breaks under them', async () => {
    answer = (request, response) => {
      if (requests === 2) request.socket.resetAndDestroy();
      else response.writeHead(204).end();
    };
    for (let n = 0; n < 4; n++) {
      expect(await call()).toMatchObject({ statusCode: 204 });
      expect(connection.mayReuse()).toBe(n === 0);
    }
    expect([connections, requests]).toEqual([4, 5]);
  });

  it('are not made once more on a connection of their own', async () => {
    answer = (request) => request.socket.resetAndDestroy();
    await expect(call()).rejects.toThrow();
    expect(requests).toBe(1);
  });

  it('go to the addresses that were checked for them, whatever is open', async () => {
    await call();
    await expect(call({ addresses: [{ address: '127.0.0.2', family: 4 }] })).rejects.toThrow(Unreachable);
    expect(requests).toBe(1);
    expect(await call()).toMatchObject({ statusCode: 204 });
    expect(connections).toBe(2);
  });

  it('of another host do not go to the first one', async () => {
    await call();
    const elsewhere = new URL('http://other.test:9/');
    await expect(call({ url: elsewhere })).rejects.toThrow(Unreachable);
    expect(requests).toBe(1);
  });
});
