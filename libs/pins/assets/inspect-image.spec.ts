import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { inspectImage } from './inspect-image';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'image-'))));
afterAll(() => rm(folder, { recursive: true }));

const picture = (alpha = 1) => sharp({ create: { width: 60, height: 90, channels: 4, background: { r: 200, g: 20, b: 20, alpha } } });
const converted = () => join(folder, 'converted');

async function seen(bytes: Buffer) {
  const path = join(folder, 'image');
  await writeFile(path, bytes);
  return inspectImage(path, converted());
}

it('takes PNG and JPEG as they are', async () => {
  expect(await seen(await picture().png().toBuffer())).toEqual({ contentType: 'image/png', width: 60, height: 90 });
  expect(await seen(await picture().jpeg().toBuffer())).toEqual({ contentType: 'image/jpeg', width: 60, height: 90 });
});

it('tells the size as shown, turned upright', async () => {
  const turned = await picture().jpeg().withMetadata({ orientation: 6 }).toBuffer();
  expect(await seen(turned)).toMatchObject({ width: 90, height: 60 });
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

it('refuses a bomb without decoding it', async () => {
  const bomb = await sharp({ create: { width: 16_000, height: 4_001, channels: 3, background: 'red' }, limitInputPixels: false })
    .png({ compressionLevel: 1 })
    .toBuffer();
  expect(await seen(bomb)).toBeNull();
});
