import { connect, type ClientHttp2Session, type ClientHttp2Stream, type IncomingHttpHeaders } from 'node:http2';
import { gzipSync } from 'node:zlib';
import type { ServerDuplexStream } from '@grpc/grpc-js';
import { streamDeletedFailure } from '../protocol/failures';
import { createCallSupervisor } from './call-supervisor';
import { startGrpcServer, type GrpcServer } from './grpc-server';
import { openResponseStream, type ResponseStream } from './response-stream';

const bytes = (message: Buffer) => message;
const service = {
  talk: {
    path: '/test.Talking/Talk',
    requestStream: true,
    responseStream: true,
    requestSerialize: bytes,
    requestDeserialize: bytes,
    responseSerialize: bytes as unknown as (group: readonly Buffer[]) => Buffer,
    responseDeserialize: bytes as unknown as (message: Buffer) => readonly Buffer[],
  },
} as const;
const headers = { ':method': 'POST', ':path': service.talk.path, 'content-type': 'application/grpc', te: 'trailers' };

function framed(messages: readonly Buffer[], compressed = false): Buffer {
  return Buffer.concat(
    messages.flatMap((message) => {
      const header = Buffer.alloc(5);
      header[0] = compressed ? 1 : 0;
      header.writeUInt32BE(message.length, 1);
      return [header, message];
    }),
  );
}

describe('the gRPC server', () => {
  let server: GrpcServer;
  let session: ClientHttp2Session;
  let onMessage: (responses: ResponseStream, message: Buffer) => void;
  let unexpected: unknown[];

  beforeEach(async () => {
    unexpected = [];
    const calls = createCallSupervisor((error) => unexpected.push(error));
    const talk = (call: ServerDuplexStream<Buffer, readonly Buffer[]>) => {
      const responses = openResponseStream(call);
      calls.add(responses);
      call.on('data', (message: Buffer) => calls.run(responses, () => onMessage(responses, message)));
      call.on('end', () => responses.end());
    };
    server = await startGrpcServer({ host: '127.0.0.1', port: 0, addServices: (grpc) => grpc.addService(service, { talk }) });
    session = connect(`http://127.0.0.1:${server.port}`);
    session.on('error', () => undefined);
  });
  afterEach(async () => {
    session.destroy();
    await server.stop(1_000);
  });

  /** The whole answer of a call: its bytes and its trailers, or its headers when it has no other trailers. */
  const answerOf = (stream: ClientHttp2Stream) =>
    new Promise<{ body: Buffer; trailers: IncomingHttpHeaders }>((resolve) => {
      const chunks: Buffer[] = [];
      let trailers: IncomingHttpHeaders = {};
      stream.on('response', (received) => (trailers = received));
      stream.on('trailers', (received) => (trailers = received));
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('close', () => resolve({ body: Buffer.concat(chunks), trailers }));
    });
  const ask = (body: Buffer, more: Record<string, string> = {}) => {
    const stream = session.request({ ...headers, ...more });
    stream.end(body);
    return answerOf(stream);
  };

  const messages = [Buffer.from('one'), Buffer.alloc(0), Buffer.alloc(300, 7), Buffer.from('last')];

  it.each([1, 2, 3, 5, 7, 64, 10_000])('finds messages whatever the chunks, here of %d bytes, and answers in their order', async (size) => {
    onMessage = (responses, message) => responses.send(message);
    const stream = session.request(headers);
    const answer = answerOf(stream);
    const request = framed(messages);
    for (let at = 0; at < request.length; at += size) {
      stream.write(request.subarray(at, at + size));
      await new Promise((resolve) => setImmediate(resolve));
    }
    stream.end();
    const { body, trailers } = await answer;
    expect(body).toEqual(request);
    expect(trailers).toMatchObject({ 'grpc-status': '0' });
  });

  it('refuses a message above the limit, and reads a compressed one', async () => {
    onMessage = (responses, message) => responses.send(message);
    const tooLarge = Buffer.alloc(5);
    tooLarge.writeUInt32BE(17 * 1024 * 1024 + 1, 1);
    expect((await ask(tooLarge)).trailers).toMatchObject({ 'grpc-status': '8' });
    const { body } = await ask(framed([gzipSync('pressed')], true), { 'grpc-encoding': 'gzip' });
    expect(body).toEqual(framed([Buffer.from('pressed')]));
  });

  it('knows no other methods', async () => {
    expect((await ask(framed(messages), { ':path': '/test.Talking/Shout' })).trailers).toMatchObject({ 'grpc-status': '12' });
  });

  it('carries names beyond ASCII in the trailers without breaking them', async () => {
    onMessage = () => {
      throw streamDeletedFailure('a-日本\n');
    };
    expect((await ask(framed([Buffer.from('one')]))).trailers).toMatchObject({
      'grpc-status': '9',
      'grpc-message': "Event%20stream%20'a-%E6%97%A5%E6%9C%AC%0A'%20is%20deleted.",
      exception: 'stream-deleted',
      'stream-name': 'a-???',
    });
    expect(unexpected).toEqual([]);
  });

  it('ends a call whose handler throws something else, and reveals nothing of it to the client', async () => {
    const error = new Error('password=secret');
    onMessage = () => {
      throw error;
    };
    const { trailers } = await ask(framed([Buffer.from('one')]));
    expect(trailers).toMatchObject({ 'grpc-status': '13' });
    expect(JSON.stringify(trailers)).not.toContain('secret');
    expect(unexpected).toEqual([error]);
  });

  it('makes a handler wait for a client that does not read, and sends everything once it does', async () => {
    const message = Buffer.alloc(60_000, 1);
    let sent = 0;
    let waited: Promise<void> | undefined;
    onMessage = (responses) => {
      while (!(waited = responses.backpressure())) {
        responses.send(message);
        sent += 1;
        if (sent > 10_000) throw new Error('no backpressure');
      }
    };
    const stream = session.request(headers);
    stream.pause();
    stream.write(framed([Buffer.from('one')]));
    await new Promise((resolve) => stream.once('response', resolve));
    expect(sent * message.length).toBeLessThan(4 * 1024 * 1024);
    const answer = answerOf(stream);
    stream.resume();
    await waited;
    stream.end();
    expect((await answer).body.length).toBe(sent * (message.length + 5));
  });

  it('ends open connections after the grace of a stop', async () => {
    onMessage = () => undefined;
    const stream = session.request(headers);
    stream.on('error', () => undefined);
    stream.write(framed([Buffer.from('one')]));
    await new Promise((resolve) => session.ping(resolve));
    const closed = new Promise((resolve) => stream.once('close', resolve));
    await server.stop(50);
    await closed;
  });
});
