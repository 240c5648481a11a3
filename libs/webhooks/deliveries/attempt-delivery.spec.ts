import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { attemptDelivery, type Attempt } from './attempt-delivery';

describe('an attempt', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  const serve = async (listener: RequestListener) => {
    const server = createServer(listener);
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  };
  const attempt = (url: string, more: Partial<Attempt> = {}) =>
    attemptDelivery({
      url,
      policy: 'any',
      projectId: 'project',
      headers: { 'x-a': 'b' },
      body: '{}',
      isPermitted: async () => true,
      timeoutMs: 20_000,
      ...more,
    });

  it('gives the status, the wish to wait and the body', async () => {
    const url = await serve((_, response) => void response.writeHead(503, { 'retry-after': '7' }).end('busy'));
    expect(await attempt(url)).toEqual({ kind: 'answered', statusCode: 503, retryAfter: '7', responseBody: 'busy' });
  });

  it('does not follow a redirect', async () => {
    let requests = 0;
    const url = await serve((_, response) => void (requests++, response.writeHead(307, { location: '/again' }).end()));
    expect(await attempt(url)).toMatchObject({ kind: 'answered', statusCode: 307 });
    expect(requests).toBe(1);
  });

  it('stores 16 kB of an endless answer, and what came of one that stalls', async () => {
    const endless = await serve((_, response) => {
      const write = () => {
        while (response.writable && response.write('x'.repeat(65_536)));
      };
      response.writeHead(200).on('drain', write);
      write();
    });
    // Longer than the test may take: the answer does not end by the time.
    const answer = await attempt(endless, { timeoutMs: 600_000 });
    expect(answer).toMatchObject({ kind: 'answered', statusCode: 200 });
    expect(answer).toHaveProperty('responseBody', 'x'.repeat(16_384));
    const stalling = await serve((_, response) => void response.writeHead(200).write('begun'));
    const begun = { kind: 'answered', statusCode: 200, responseBody: 'begun' };
    let stalled = await attempt(stalling, { timeoutMs: 1_000 });
    // On a slow machine the time may be up before the answer has begun.
    for (let timeoutMs = 4_000; timeoutMs < 100_000 && stalled.kind === 'failed'; timeoutMs *= 4)
      stalled = await attempt(stalling, { timeoutMs });
    expect(stalled).toMatchObject(begun);
  });

  it('keeps text that can be stored, without the half of a character that was cut off', async () => {
    const ugly = Buffer.concat([Buffer.from('a\0b'), Buffer.from([0xff]), Buffer.from('x'.repeat(16_378)), Buffer.from('😀')]);
    const url = await serve((_, response) => void response.writeHead(500).end(ugly));
    expect(await attempt(url)).toMatchObject({ responseBody: `a\ufffdb\ufffd${'x'.repeat(16_378)}` });
  });

  it('does not decompress', async () => {
    const url = await serve((_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip'));
    expect(await attempt(url)).toMatchObject({ responseBody: 'not gzip' });
  });

  it('ends in time when nothing comes back', async () => {
    const url = await serve(() => undefined);
    expect(await attempt(url, { timeoutMs: 500 })).toEqual({ kind: 'failed', error: 'The endpoint did not answer in time' });
  });

  it('says the same of a closed port, an unknown name and a blocked address', async () => {
    const url = await serve(() => undefined);
    servers[0]!.close();
    servers[0]!.closeAllConnections();
    await once(servers[0]!, 'close');
    const failed = { kind: 'failed', error: 'The URL cannot be reached' };
    expect(await attempt(url)).toEqual(failed);
    expect(await attempt('http://example.com/', { resolve: () => Promise.reject(new Error('ENOTFOUND')) })).toEqual(failed);
    expect(await attempt('https://127.0.0.1/', { policy: 'public' })).toEqual(failed);
    const rebound = { policy: 'public', resolve: async () => [{ address: '10.0.0.1', family: 4 as const }] } as const;
    expect(await attempt('https://example.com/', rebound)).toEqual(failed);
  });

  it('connects to the checked address and to nothing else', async () => {
    const hosts: (string | undefined)[] = [];
    const url = await serve((request, response) => void (hosts.push(request.headers.host), response.writeHead(204).end()));
    const { port } = new URL(url);
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }] as const;
    expect(await attempt(`http://nowhere.invalid:${port}/`, { resolve })).toMatchObject({ statusCode: 204 });
    expect(hosts).toEqual([`nowhere.invalid:${port}`]);
  });

  it('sends nothing when it is not permitted at the last moment', async () => {
    let requests = 0;
    const url = await serve((_, response) => void (requests++, response.writeHead(204).end()));
    expect(await attempt(url, { isPermitted: async () => false })).toEqual({ kind: 'not permitted' });
    await expect(attempt(url, { isPermitted: () => Promise.reject(new Error('our own trouble')) })).rejects.toThrow('our own trouble');
    expect(requests).toBe(0);
  });

  it('fails when the endpoint breaks the connection', async () => {
    const url = await serve((request) => request.socket.destroy());
    expect(await attempt(url)).toEqual({ kind: 'failed', error: 'The connection broke before the endpoint answered' });
  });
});
