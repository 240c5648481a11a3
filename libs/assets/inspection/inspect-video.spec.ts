import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { videoFile } from './video.fixture';
import { inspectVideo } from './inspect-video';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'video-'))));
afterAll(() => rm(folder, { recursive: true }));

async function seen(bytes: Buffer) {
  const path = join(folder, 'video');
  await writeFile(path, bytes);
  return inspectVideo(path);
}

describe('a video', () => {
  it.each([
    ['isom', [], 'video/mp4'],
    ['mp42', [], 'video/mp4'],
    ['qt  ', [], 'video/quicktime'],
    ['M4V ', ['isom'], 'video/x-m4v'],
    ['zzzz', ['mp41'], 'video/mp4'],
  ])('of brand %s with %j is %s', async (brand, compatible, contentType) => {
    expect(await seen(videoFile({ brand, compatible }))).toEqual({ contentType, width: 640, height: 360, durationSeconds: 4.5 });
  });

  it('has the size as shown: a rotation of 90 degrees swaps its sides', async () => {
    expect(await seen(videoFile({ rotated: true }))).toMatchObject({ width: 360, height: 640 });
  });

  it('may not say how long it is', async () => {
    expect(await seen(videoFile({ durationMs: 0 }))).not.toHaveProperty('durationSeconds');
  });
});

describe('no video', () => {
  const whole = videoFile();

  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['a text', Buffer.from('this is a text, not a video, whatever it is called')],
    ['a sound', videoFile({ brand: 'M4A ', compatible: ['isom'], handler: 'soun' })],
    ['a still picture in the same boxes', videoFile({ brand: 'heic', compatible: ['mif1'] })],
    ['one that is cut off', whole.subarray(0, whole.length - 10)],
    ['one without its picture', whole.subarray(0, whole.length - 1_008)],
    ['one with bytes after its end', Buffer.concat([whole, Buffer.from([1, 2, 3])])],
    ['one without size', videoFile({ width: 0 })],
  ])('is %s', async (_, bytes) => {
    expect(await seen(bytes)).toBeNull();
  });

  it('is a heap of boxes: its inspection ends', async () => {
    const tiny = Buffer.from([0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65]);
    const heap = Buffer.concat([whole.subarray(0, 16), ...Array.from({ length: 20_000 }, () => tiny)]);
    expect(await seen(heap)).toBeNull();
  });

  it.each(Array.from({ length: 40 }, (_, n) => n * 12 + 1))('is one cut after %i bytes', async (length) => {
    expect(await seen(whole.subarray(0, Math.min(length, whole.length - 1)))).toBeNull();
  });
});
