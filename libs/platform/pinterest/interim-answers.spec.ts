import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import { PlatformError } from '../platform-error';
import type { Platform } from '../platform';
import { createPinterestPlatform } from './create-pinterest-platform';
import { InterimAnswers } from './interim-answers';

const closing: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closing.splice(0).reverse()) close();
});

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Answers each request with the next of these parts, each written by itself. */
async function serverAnswering(...answers: readonly (readonly string[])[]): Promise<string> {
  let next = 0;
  const answer = async (socket: Socket) => {
    for (const part of answers[next++] ?? []) await new Promise((written) => socket.write(part, written));
  };
  return listening(
    createServer(
      (socket) =>
        void socket
          .setNoDelay()
          .on('error', () => undefined)
          .on('data', () => void answer(socket)),
    ),
  );
}

function platformAt(origin: string, connectTimeoutMs = 60_000): Platform {
  const platform = createPinterestPlatform({
    apiUrl: `${origin}/v5`,
    oauthUrl: `${origin}/oauth/`,
    clientId: 'app',
    clientSecret: 'a-client-secret',
    connectTimeoutMs,
    maxConnections: 1,
  });
  closing.push(() => platform.close());
  return platform;
}

const create = (platform: Platform) =>
  platform.createPin('pina_thetoken', { boardId: '1', title: 't', media: { kind: 'image_url', url: 'https://e.com/a.jpg' } });

const body = '{"id":"12","created_at":"2026-01-01T00:00:00"}';
const created = `HTTP/1.1 201 Created\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

describe('interim answers before the one that counts', () => {
  it.each([
    ['100', ['HTTP/1.1 100 Continue\r\n\r\n', created]],
    ['100 in one piece with the answer', [`HTTP/1.1 100 Continue\r\n\r\n${created}`]],
    ['100 with a header, twice', [`HTTP/1.1 100 Continue\r\nX-Proxy: a\r\n\r\nHTTP/1.1 100\r\n\r\n${created}`]],
    ['103, then 100', [`HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n${created}`]],
    ['none', [created]],
  ])('%s: the pin is created, on a connection that is used again', async (_what, parts) => {
    const platform = platformAt(`http://${await serverAnswering(parts, parts, parts)}`);
    for (let call = 0; call < 3; call++) expect((await create(platform)).value.id).toBe('12');
  });

  it('are found wherever the bytes are cut, and bytes of a body are never changed', () => {
    const text = `HTTP/1.1 103 Early\r\nA: \r\n\r\nHTTP/1.1 100 Continue\r\nB: c\r\n\r\nHTTP/1.1 200 OK\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n`;
    const wanted = text.replace('100 Continue\r\nB', '102 Continue\r\nB');
    for (let size = 1; size <= text.length; size++) {
      const answers = new InterimAnswers();
      answers.expect();
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; at += size) answers.pass(bytes.subarray(at, at + size));
      expect(bytes.toString()).toBe(wanted);
    }
  });
});

describe('what breaks before the request is written', () => {
  const failureOf = async (platform: Platform) => {
    const error = await create(platform).then(
      () => new Error('The call did not fail'),
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(PlatformError);
    return error;
  };

  it('was surely not sent: a server that speaks no TLS, one whose certificate nobody knows, one that closes or is silent', async () => {
    const plain = await serverAnswering(['HTTP/1.1 400 Bad Request\r\n\r\n']);
    const closes = await listening(createServer((socket) => void socket.on('error', () => undefined).once('data', () => socket.destroy())));
    const unready = await listening(createSecureServer({}, () => undefined).on('tlsClientError', () => undefined));
    for (const host of [plain, closes, unready])
      expect(await failureOf(platformAt(`https://${host}`))).toMatchObject({ kind: 'network', outcome: 'not_sent' });
    const silent = await listening(createServer((socket) => void socket.on('error', () => undefined)));
    expect(await failureOf(platformAt(`https://${silent}`, 500))).toMatchObject({ kind: 'timeout', outcome: 'not_sent' });
  });

  it('is no fault of a connection that the platform closed while it was idle: the call goes over another one', async () => {
    const sockets: Socket[] = [];
    const host = await listening(
      createServer((socket) => {
        sockets.push(socket);
        socket.on('error', () => undefined).on('data', () => socket.write(created));
      }),
    );
    const platform = platformAt(`http://${host}`);
    await create(platform);
    const [first] = sockets;
    first?.end();
    if (first && !first.destroyed) await once(first, 'close');
    expect((await create(platform)).value.id).toBe('12');
    expect(sockets).toHaveLength(2);
  });
});
