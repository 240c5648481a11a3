import type { FastifyRequest } from 'fastify';
import { PassThrough } from 'node:stream';
import { steadyChunks, watchLeastRate } from './steady-chunks';
import type { IncomingMessage } from 'node:http';

const settings = { BODY_LEAST_RATE: 1_000, BODY_RATE_WINDOW: 10_000 };

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] }));
afterEach(() => void jest.useRealTimers());

function bodyOf(): { readonly raw: PassThrough; readonly chunks: AsyncGenerator<Buffer> } {
  const raw = Object.assign(new PassThrough(), { socket: { bytesRead: 0 } });
  return { raw, chunks: steadyChunks({ raw, server: { bodyAdmission: { settings } } } as unknown as FastifyRequest) };
}

test('what the reader does between two chunks takes no time from the sender', async () => {
  const { raw, chunks } = bodyOf();
  raw.write('a');
  await chunks.next();
  await jest.advanceTimersByTimeAsync(60_000);
  const second = chunks.next();
  await jest.advanceTimersByTimeAsync(9_000);
  raw.end('b');
  expect(String((await second).value)).toBe('b');
  expect((await chunks.next()).done).toBe(true);
});

test('a sender gets no more time than one window by sending byte after byte', async () => {
  const { raw, chunks } = bodyOf();
  let refusal: unknown;
  const read = (async () => {
    for await (const chunk of chunks) expect(chunk).toHaveLength(1);
  })().catch((error: unknown) => (refusal = error));
  for (let second = 0; second < 11; second += 1) {
    raw.write('a');
    await jest.advanceTimersByTimeAsync(1_000);
  }
  await read;
  expect(refusal).toMatchObject({ message: 'The body came too slowly' });
});

test('the rest of a body whose reader stopped can be drained', async () => {
  const { raw, chunks } = bodyOf();
  raw.write('a');
  for await (const chunk of chunks) if (String(chunk) === 'a') break;
  let drained = '';
  raw.on('data', (chunk: Buffer) => (drained += String(chunk))).resume();
  const ended = new Promise((resolve) => raw.once('end', resolve));
  raw.end('b');
  await ended;
  expect(drained).toBe('b');
});

function slownessAfter(ms: number, state: { readonly complete: boolean; readonly readableLength: number }): number {
  const onSlow = jest.fn();
  const watch = watchLeastRate({ socket: { bytesRead: 0 }, ...state } as unknown as IncomingMessage, settings, onSlow);
  jest.advanceTimersByTime(ms);
  watch.end();
  return onSlow.mock.calls.length;
}

test('a sender is slow only while the service waits for its bytes', () => {
  expect(slownessAfter(11_000, { complete: false, readableLength: 0 })).toBe(1);
  expect(slownessAfter(60_000, { complete: true, readableLength: 0 })).toBe(0);
  expect(slownessAfter(60_000, { complete: false, readableLength: 65_536 })).toBe(0);
});
