import { once } from 'node:events';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { inspectImage } from './inspect-image';
import { readImageSize } from './read-image-size';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'image-'))));
afterAll(() => rm(folder, { recursive: true }));

const picture = (alpha = 1) => sharp({ create: { width: 60, height: 90, channels: 4, background: { r: 200, g: 20, b: 20, alpha } } });
const converted = () => join(folder, 'converted');

async function seen(bytes: Buffer) {
  const path = join(folder, 'image');
  await writeFile(path, bytes);
  return inspectImage(path, converted(), 'a project');
}

it('takes PNG and JPEG as they are', async () => {
  expect(await seen(await picture().png().toBuffer())).toEqual({ contentType: 'image/png', width: 60, height: 90 });
  expect(await seen(await picture().jpeg().toBuffer())).toEqual({ contentType: 'image/jpeg', width: 60, height: 90 });
});

it('gives the size as shown, after rotation', async () => {
  const rotated = await picture().jpeg().withMetadata({ orientation: 6 }).toBuffer();
  expect(await seen(rotated)).toMatchObject({ width: 90, height: 60 });
});

it('converts what the platform refuses: the transparent to PNG, all else to JPEG', async () => {
  const opaque = await sharp({ create: { width: 60, height: 90, channels: 3, background: 'red' } })
    .webp()
    .toBuffer();
  const webp = await seen(opaque);
  const bytes = await readFile(converted());
  expect(webp).toEqual({
    contentType: 'image/webp',
    width: 60,
    height: 90,
    converted: { contentType: 'image/jpeg', fileSizeBytes: bytes.length },
  });
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 60, height: 90 });
  expect(await seen(await picture(0.5).gif().toBuffer())).toMatchObject({ contentType: 'image/gif' });
  expect(await seen(await picture(0.5).webp().toBuffer())).toMatchObject({ converted: { contentType: 'image/png' } });
});

it('knows what is no image, of another kind, or broken', async () => {
  const png = await picture().png({ compressionLevel: 0 }).toBuffer();
  const jpeg = await sharp({
    create: { width: 200, height: 200, channels: 3, background: 'gray', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })
    .jpeg()
    .toBuffer();
  const tiff = await picture().tiff().toBuffer();
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.from('no image at all'),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    tiff,
    png.subarray(0, png.length / 2),
    jpeg.subarray(0, jpeg.length / 2),
  ]) {
    expect(await seen(bytes)).toBeNull();
  }
});

describe('a damaged GIF or WebP', () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const noisy = (alpha: number) =>
    sharp({ create: { width: 200, height: 150, channels: 3, background: 'gray', noise } }).ensureAlpha(alpha);

  const forms = [
    ['gif', 4, () => noisy(1).removeAlpha().gif()],
    ['gif with transparency', 4, () => noisy(0.5).gif()],
    ['webp', 1, () => noisy(1).removeAlpha().webp()],
    ['webp with transparency', 1, () => noisy(0.5).webp({ lossless: true })],
  ] as const;

  /** Each with four bytes changed, at offsets all over the file. */
  function damaged(whole: Buffer): Buffer[] {
    return Array.from({ length: 24 }, (_, n) => {
      const bytes = Buffer.from(whole);
      const at = 20 + Math.floor((n / 24) * (bytes.length - 24));
      for (let next = at; next < at + 4; next += 1) bytes[next] = (bytes[next] ?? 0) ^ (n * 37 + (next - at) * 91 + 1);
      return bytes;
    });
  }

  it.each(forms)('%s is refused or taken, and no failure of ours', async (_, refusedAtLeast, made) => {
    const whole = await made().toBuffer();
    const images = [];
    for (const bytes of [...damaged(whole), whole.subarray(0, whole.length / 2)]) images.push(await seen(bytes));
    expect(images.filter((image) => image === null).length).toBeGreaterThanOrEqual(refusedAtLeast);
    expect(images.at(-1)).toBeNull();
  });
});

it('refuses what is too wide for the form it would be converted to', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const wide = sharp({ create: { width: 65_535, height: 1, channels: 3, background: 'red', noise } });
  expect(await seen(await wide.gif({ effort: 1 }).toBuffer())).toBeNull();
});

it('fails where the converted image cannot be written', async () => {
  const path = join(folder, 'image');
  await writeFile(path, await picture().gif().toBuffer());
  await expect(inspectImage(path, join(folder, 'absent', 'converted'), 'a project')).rejects.toThrow('unable to open for write');
});

it('refuses a bomb without decoding it', async () => {
  const bomb = await sharp({ create: { width: 16_000, height: 4_001, channels: 3, background: 'red' }, limitInputPixels: false })
    .png({ compressionLevel: 1 })
    .toBuffer();
  expect(await seen(bomb)).toBeNull();
});

it('lets a small image of one project pass the huge ones of another, whose few bytes say how large they are', async () => {
  const huge = join(folder, 'huge');
  const large = sharp({ create: { width: 3_000, height: 3_000, channels: 3, background: 'red' } });
  await writeFile(huge, await large.webp({ lossless: true }).toBuffer());
  const small = join(folder, 'small');
  await writeFile(small, await picture().png().toBuffer());
  let decoded = 0;
  const flood = Array.from({ length: 5 }, (_, n) => inspectImage(huge, join(folder, `huge ${n}`), 'hostile').then(() => decoded++));
  expect(await inspectImage(small, converted(), 'honest')).toMatchObject({ width: 60 });
  expect(decoded).toBe(0);
  await Promise.all(flood);
});

it('takes turns between projects, and refuses what one project piles up', async () => {
  // The first one holds the others up for long; those are PNG, which is not converted.
  const [first, others] = [join(folder, 'huge'), join(folder, 'huge.png')];
  const large = sharp({ create: { width: 3_000, height: 3_000, channels: 3, background: 'red' } });
  await writeFile(others, await large.png({ compressionLevel: 1 }).toBuffer());
  const order: string[] = [];
  const decode = (project: string, n: number) =>
    inspectImage(project === 'hostile' && n === 0 ? first : others, join(folder, `${project} ${n}`), project).then(() =>
      order.push(project),
    );
  const pile = Array.from({ length: 30 }, (_, n) => decode('hostile', n));
  const refused = Promise.allSettled(pile);
  await decode('honest', 0);
  expect(order.indexOf('honest')).toBeLessThanOrEqual(2);
  const names = (await refused).flatMap((each) => (each.status === 'rejected' ? [(each.reason as Error).name] : []));
  expect(names).toEqual(Array.from({ length: 13 }, () => 'Overloaded'));
});

/** One colour, 8,000 by 7,900 pixels: 36 bytes that take seconds to decode. */
const slowWebp = 'UklGRhwAAABXRUJQVlA4TA8AAAAvP9+2BwcQ/Y/+ByKi/wEA';

it('gives up what takes too long to decode, and takes the next one', async () => {
  const path = join(folder, 'slow');
  await writeFile(path, Buffer.from(slowWebp, 'base64'));
  // A fast machine needs less than a second where it does nothing else.
  const runWhenTold = `require('node:worker_threads').parentPort.once('message', () => { for (;;); })`;
  const busy = Array.from({ length: 3 * availableParallelism() }, () => new Worker(runWhenTold, { eval: true }));
  await Promise.all(busy.map((worker) => once(worker, 'online')));
  for (const worker of busy) worker.postMessage('run');
  const inspecting = inspectImage(path, converted(), 'hostile', 1);
  await expect(inspecting.finally(() => Promise.all(busy.map((worker) => worker.terminate())))).rejects.toMatchObject({
    name: 'Overloaded',
    by: 'all',
  });
  expect(await inspectImage(join(folder, 'huge'), converted(), 'honest')).toMatchObject({ width: 3_000 });
});

it.each(['png', 'jpeg', 'gif', 'webp'] as const)('knows how large a %s is without decoding it', async (format) => {
  const path = join(folder, 'sized');
  await writeFile(path, await picture().toFormat(format).toBuffer());
  const file = await open(path);
  try {
    expect(await readImageSize(file, `image/${format}`)).toEqual({ width: 60, height: 90 });
  } finally {
    await file.close();
  }
});
