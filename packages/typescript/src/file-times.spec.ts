import { PinPublishing } from './client';
import { TimedOutError } from './errors';
import type { Upload } from './file-body';

const id = '0197a000-0000-7000-8000-000000000008';
const piece = new Uint8Array(65_536).fill(7);

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] }));
afterEach(() => void jest.useRealTimers());

/** A client of a service that takes, or gives, each piece of a file after some seconds; and what it was sent. */
function slowService(secondsOf: (at: number) => number, answered: readonly Uint8Array[] = []) {
  const sent: { headers: Headers; bytes: number }[] = [];
  const client = new PinPublishing({
    ...{ baseUrl: 'https://pins.example.com', apiKey: 'pps_test_x', maxRetries: 0 },
    async fetch(_, { body, headers, signal }) {
      let [at, bytes] = [0, 0];
      const pass = async (): Promise<void> => {
        // Newer versions of Node ask for the next piece some turns later.
        for (let turn = 0; turn < 10; turn += 1) await new Promise((done) => setImmediate(done));
        jest.advanceTimersByTime(secondsOf(at++) * 1_000);
        signal?.throwIfAborted();
      };
      if (body instanceof ReadableStream)
        for await (const each of body as ReadableStream<Uint8Array>) {
          bytes += each.length;
          await pass();
        }
      sent.push({ headers: new Headers(headers), bytes });
      const pieces = answered.values();
      const given = new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            const { done, value } = pieces.next();
            if (done === true) return controller.close();
            try {
              await pass();
              controller.enqueue(value);
            } catch (error) {
              controller.error(error);
            }
          },
        },
        { highWaterMark: 0 },
      );
      return answered.length > 0 ? new Response(given) : Response.json({ id }, { status: 201 });
    },
  });
  return { client, sent };
}

const large: readonly (readonly [what: string, file: Upload, isCounted: boolean])[] = [
  ['a blob', new Blob(Array.from({ length: 40 }, () => piece)), true],
  ['bytes', new Uint8Array(40 * piece.length), true],
  ['pieces', { content: () => Array.from({ length: 40 }, () => piece), name: 'door.mp4' }, false],
];

test.each(large)('%s may take as long as it needs while it moves', async (_, file, isCounted) => {
  const { client, sent } = slowService(() => 50);
  await client.assets.uploadVideo(file);
  const [{ headers, bytes } = { headers: new Headers(), bytes: 0 }] = sent;
  expect(headers.get('content-type')).toMatch(/^multipart\/form-data; boundary=/);
  expect(headers.get('content-length')).toBe(isCounted ? String(bytes) : null);
  expect(bytes).toBeGreaterThan(40 * piece.length);
});

test('one piece that does not leave within the time ends the try, and so do four hours of slow ones', async () => {
  const file = (pieces: number) => ({ content: () => Array.from({ length: pieces }, () => piece) });
  const stalled = slowService((at) => (at === 7 ? 61 : 1));
  await expect(stalled.client.assets.uploadVideo(file(20))).rejects.toBeInstanceOf(TimedOutError);
  const endless = slowService(() => 50);
  await expect(endless.client.assets.uploadVideo(file(300))).rejects.toBeInstanceOf(TimedOutError);
  expect([stalled.sent, endless.sent]).toEqual([[], []]);
});

test('what is downloaded has its time anew with each piece', async () => {
  const pieces = Array.from({ length: 9 }, () => piece);
  expect(await slowService(() => 50, pieces).client.assets.getContent(id)).toHaveLength(9 * piece.length);
  const stalled = slowService((at) => (at === 4 ? 61 : 1), pieces);
  await expect(stalled.client.assets.getContent(id)).rejects.toBeInstanceOf(TimedOutError);
});

test('a file that is read on after its answer starts no time that nobody ends', async () => {
  let left: ReadableStreamDefaultReader<Uint8Array> | undefined;
  const client = new PinPublishing({
    ...{ baseUrl: 'https://pins.example.com', apiKey: 'pps_test_x', maxRetries: 0 },
    async fetch(_, { body }) {
      left = (body as ReadableStream<Uint8Array>).getReader();
      await left.read();
      return new Response('{}', { status: 202, headers: { 'content-type': 'application/json' } });
    },
  });
  const pieces = async function* () {
    for (let n = 0; n < 3; n++) yield piece;
  };
  await client.imports.createFromCsv({ content: pieces(), name: 'pins.csv', type: 'text/csv' });
  while (!(await left?.read())?.done);
  expect(jest.getTimerCount()).toBe(0);
});
