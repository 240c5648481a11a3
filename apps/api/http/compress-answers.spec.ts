import { Body, Controller, Get, Header, HttpCode, Module, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { loadConfiguration, createLogger } from '@pps/runtime';
import { FileUpload, FormBody } from './form-body.decorator';
import { createHttpApp, type HttpApp } from './http-app';
import { NotByHead } from './request-parts.decorator';
import { RouteSetting } from './route-setting.decorator';

const pins = (count: number) => ({ items: Array.from({ length: count }, (_, index) => ({ title: `Blue door ${index}`, note: 'é 🎈' })) });

@Controller()
class AnswersController {
  @Get('small')
  small() {
    return pins(2);
  }

  @Get('list')
  list() {
    return pins(100);
  }

  @Get('large')
  large() {
    return pins(5_000);
  }

  @Get('once')
  @NotByHead()
  once() {
    return pins(2);
  }

  @Get('tagged')
  @Header('etag', '"abc"')
  tagged() {
    return pins(100);
  }

  @Get('page')
  @Header('content-type', 'text/html; charset=utf-8')
  page() {
    return `<p>${'door '.repeat(1_000)}`;
  }

  @Get('public-page')
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('cache-control', 'public, max-age=300')
  publicPage() {
    return `<p>${'door '.repeat(1_000)}`;
  }

  @Get('markdown')
  @Header('content-type', 'text/markdown; charset=utf-8')
  markdown() {
    return '# Door\n'.repeat(1_000);
  }

  @Get('drawing')
  @Header('content-type', 'image/svg+xml')
  drawing() {
    return `<svg>${'<path/>'.repeat(1_000)}</svg>`;
  }

  @Get('csv')
  @Header('content-type', 'text/csv; charset=utf-8')
  csv() {
    return 'a,b\r\n'.repeat(1_000);
  }

  @Get('events')
  @Header('content-type', 'text/event-stream')
  events() {
    return 'data: door\n\n'.repeat(1_000);
  }

  @Get('file')
  async file(@Res() reply: FastifyReply) {
    const bytes = JSON.stringify(pins(100));
    void reply
      .code(206)
      .headers({ 'content-type': 'application/json', 'content-length': bytes.length, 'content-range': `bytes 0-${bytes.length - 1}/*` });
    await reply.send(Readable.from([Buffer.from(bytes, 'latin1')]));
  }

  @Get('archive')
  async archive(@Res() reply: FastifyReply) {
    void reply.headers({ 'content-type': 'application/octet-stream', etag: '"abc"', 'content-length': 5_000 });
    await reply.send(Readable.from([Buffer.alloc(5_000)]));
  }

  @Post('secrets')
  secrets() {
    return pins(100);
  }

  @Post('bulk')
  @HttpCode(200)
  @RouteSetting({ bulkWork: true })
  bulk() {
    return pins(100);
  }

  @Post('json')
  json(@Body() body: unknown) {
    return { body };
  }

  @Post('form')
  @FormBody()
  form(@Body() body: unknown) {
    return { body };
  }

  @Post('files')
  @FileUpload()
  files() {
    return {};
  }
}

@Module({ controllers: [AnswersController] })
class AnswersModule {}

let http: HttpApp;
let port: number;

beforeAll(async () => {
  const config = loadConfiguration({ LOG_LEVEL: 'silent' });
  http = await createHttpApp(AnswersModule, { config, logger: createLogger('test', config) });
  port = await http.listen(0, '127.0.0.1');
});

afterAll(() => http.close());

interface Sent {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** Not fetch(), which asks for encodings by itself and undoes them. */
function send(method: string, path: string, headers: Readonly<Record<string, string>>, body?: Buffer | string): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ port, host: '127.0.0.1', method, path, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(chunks) }));
    });
    request.on('error', reject);
    request.end(body);
  });
}

const get = (path: string, accepted?: string) => send('GET', path, accepted === undefined ? {} : { 'accept-encoding': accepted });
const encodingOf = ({ headers }: Sent) => headers['content-encoding'] ?? 'identity';

test.each([
  ['gzip', 'gzip'],
  ['br', 'br'],
  ['gzip, deflate, br', 'br'],
  ['br;q=0.1, gzip', 'gzip'],
  ['*', 'br'],
  ['*;q=0.1, gzip;q=0, br;q=0', 'identity'],
  ['gzip;q=0, *', 'br'],
  ['br;q=0, *', 'gzip'],
  ['identity, gzip;q=0.5', 'identity'],
  ['identity;q=1, br;q=0.1', 'identity'],
  ['*;q=0', 'identity'],
  ['deflate', 'identity'],
  ['gzip;q=0', 'identity'],
  ['identity', 'identity'],
  ['', 'identity'],
  [undefined, 'identity'],
  ['nonsense;;q=9', 'identity'],
])('Accept-Encoding %s is answered with %s, and whatever it is, with the same text', async (accepted, expected) => {
  for (const path of ['/list', '/large']) {
    const plain = await get(path);
    const answer = await get(path, accepted);
    expect([answer.status, encodingOf(answer), answer.headers.vary]).toEqual([200, expected, 'accept-encoding']);
    const text = expected === 'gzip' ? gunzipSync(answer.bytes) : expected === 'br' ? brotliDecompressSync(answer.bytes) : answer.bytes;
    expect(text.equals(plain.bytes)).toBe(true);
  }
});

test('HEAD tells the size of an answer that GET sends as it is, and of none that GET would compress', async () => {
  for (const [path, accepted] of [
    ['/list', 'identity'],
    ['/list', ''],
    ['/small', 'gzip'],
    ['/page', 'gzip'],
    ['/list', 'gzip'],
    ['/csv', 'br'],
    ['/large', '*'],
  ] as const) {
    const [head, got] = [await send('HEAD', path, { 'accept-encoding': accepted }), await get(path, accepted)];
    expect([head.status, head.headers.vary, head.headers['content-type'], head.bytes.length]).toEqual([
      200,
      got.headers.vary,
      got.headers['content-type'],
      0,
    ]);
    const isCompressed = encodingOf(got) !== 'identity';
    expect([path, accepted, head.headers['content-length']]).toEqual([path, accepted, isCompressed ? undefined : String(got.bytes.length)]);
  }
});

test('HEAD of a route that does nothing for it tells no size, as GET would answer more', async () => {
  const { status, headers, bytes } = await send('HEAD', '/once', {});
  expect([status, headers['content-length'], bytes.length]).toEqual([200, undefined, 0]);
  expect((await get('/once')).bytes.length).toBeGreaterThan(0);
});

test('what is small stays as it is, and says that it might differ', async () => {
  const answer = await get('/small', 'gzip, br');
  expect([encodingOf(answer), answer.headers.vary]).toEqual(['identity', 'accept-encoding']);
});

test('the tag of an answer that may be compressed is weak, whether it was or not', async () => {
  for (const accepted of ['gzip', 'identity']) expect((await get('/tagged', accepted)).headers.etag).toBe('W/"abc"');
});

test.each(['/page', '/events', '/file', '/archive'])('%s is sent byte by byte', async (path) => {
  const answer = await get(path, 'gzip, br');
  expect([encodingOf(answer), answer.headers.vary]).toEqual(['identity', undefined]);
  expect(Number(answer.headers['content-length'])).toBe(answer.bytes.length);
  if (path === '/archive') expect(answer.headers.etag).toBe('"abc"');
});

test.each(['/csv', '/markdown', '/drawing', '/public-page'])('%s is compressed', async (path) => {
  expect(encodingOf(await get(path, 'gzip'))).toBe('gzip');
});

test('what a change answers is compressed for bulk changes and refusals only', async () => {
  const asked = { 'accept-encoding': 'gzip', 'content-type': 'application/json' };
  expect(encodingOf(await send('POST', '/secrets', asked, '{}'))).toBe('identity');
  expect(encodingOf(await send('POST', '/bulk', asked, '{}'))).toBe('gzip');
});

describe('a body in a content coding', () => {
  const file = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\na\r\n--b--\r\n';
  const bodies = [
    ['/json', 'application/json', '{"a":1}'],
    ['/form', 'application/x-www-form-urlencoded', 'a=1'],
    ['/files', 'multipart/form-data; boundary=b', file],
  ] as const;

  test.each(bodies)('is refused by %s, with the reason', async (path, type, text) => {
    for (const encoding of ['gzip', 'GZIP', 'identity, gzip', 'br', 'unknown']) {
      const { status, headers, bytes } = await send('POST', path, { 'content-type': type, 'content-encoding': encoding }, gzipSync(text));
      expect([status, headers['accept-encoding']]).toEqual([415, 'identity']);
      const { error } = JSON.parse(bytes.toString());
      expect(error).toMatchObject({ code: 'unsupported_media_type', message: 'The body is compressed' });
      expect(error.remediation).toMatch(/without Content-Encoding/);
    }
  });

  test.each(['identity', ''])('is none where it is %p', async (encoding) => {
    const answer = await send('POST', '/json', { 'content-type': 'application/json', 'content-encoding': encoding }, '{"a":1}');
    expect([answer.status, JSON.parse(answer.bytes.toString())]).toEqual([201, { body: { a: 1 } }]);
  });

  test('with nothing in it is no body, and nothing asks for one of a GET', async () => {
    expect((await send('POST', '/json', { 'content-encoding': 'gzip', 'content-length': '0' })).status).toBe(201);
    const chunked = { 'content-type': 'application/json', 'content-encoding': 'gzip', 'transfer-encoding': 'chunked' };
    expect((await send('POST', '/json', chunked)).status).toBe(201);
    expect((await send('GET', '/small', { 'content-encoding': 'gzip', 'content-length': '2' }, '{}')).status).toBe(200);
  });

  test('of a client that waits to be asked for it is refused without being asked for', async () => {
    const answer = await send(
      'POST',
      '/json',
      {
        'content-type': 'application/json',
        'content-encoding': 'gzip',
        'content-length': '50000',
        expect: '100-continue',
      },
      undefined,
    );
    expect(answer.status).toBe(415);
  });
});
