import { Controller, Module, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfiguration, createLogger } from '@pps/runtime';
import { FileUpload } from './form-body.decorator';
import { createHttpApp, type HttpApp } from './http-app';
import { dropBody, receiveFile } from './receive-file';

let folder: string;

@Controller()
class FileController {
  @Post('files')
  @FileUpload()
  async take(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<number> {
    try {
      return (await receiveFile(request, reply, { folder, limitBytes: 1_000_000 })).sizeBytes;
    } catch (error) {
      await dropBody(request, reply);
      throw error;
    }
  }
}

@Module({ controllers: [FileController] })
class FileModule {}

let http: HttpApp;
let port: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'receive-file-'));
  const config = loadConfiguration({ LOG_LEVEL: 'silent', BODY_LEAST_RATE: '1000', BODY_RATE_WINDOW: '1s' });
  http = await createHttpApp(FileModule, { config, logger: createLogger('test', config) });
  port = await http.listen(0, '127.0.0.1');
});

afterAll(async () => {
  await http.close();
  await rm(folder, { recursive: true });
});

const part = '--a\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nabc';

test.each([
  ['before its form', ''],
  ['within the headers of its part', part.slice(0, 30)],
  ['within its bytes', part],
  ['after its bytes', `${part}\r\n--a\r\n`],
])('a file that comes too slowly %s is answered with 408, then cut, and leaves nothing', async (_, begun) => {
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  socket.on('data', (bytes: Buffer) => (heard += bytes.toString())).on('error', () => undefined);
  const head = ['POST /files HTTP/1.1', 'Host: a', 'Content-Type: multipart/form-data; boundary=a', 'Content-Length: 1000'];
  socket.write(`${head.join('\r\n')}\r\n\r\n${begun}`);
  await once(socket, 'close');
  expect(heard).toMatch(/^HTTP\/1.1 408 /);
  expect(heard).toContain('The body came too slowly');
  expect(await readdir(folder)).toEqual([]);
});

test('a whole file is taken', async () => {
  const form = new FormData();
  form.set('file', new Blob(['abc']), 'a.png');
  const answer = await fetch(`http://127.0.0.1:${port}/files`, { method: 'POST', body: form });
  expect([answer.status, await answer.text()]).toEqual([201, '3']);
  for (const name of await readdir(folder)) await rm(join(folder, name));
});
