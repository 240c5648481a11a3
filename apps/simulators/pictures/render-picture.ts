import { KeyedSingleFlight } from '@pps/concurrency';
import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import { drawPicture, pictureSize } from './draw-picture';

export type PictureFormat = 'jpeg' | 'png' | 'webp';

const keptBytes = 24 * 1024 * 1024;
const largestPixels = 100_000_000;
const kept = new LRUCache<string, Buffer>({ maxSize: keptBytes, sizeCalculation: (bytes) => bytes.length + 1 });
const rendering = new KeyedSingleFlight<Buffer>();

/** A drawn picture as a file. Those asked for last stay in memory, and who asks for the same at once shares the work. */
export async function renderPicture(seed: string, texts: readonly string[], format: PictureFormat): Promise<Buffer> {
  const key = JSON.stringify([seed, texts, format]);
  const known = kept.get(key);
  if (known) return known;
  const bytes = await rendering.run(key, () =>
    sharp(Buffer.from(drawPicture(seed, texts)))
      .toFormat(format, { quality: 82 })
      .toBuffer(),
  );
  kept.set(key, bytes);
  return bytes;
}

/** A picture that somebody gave, small enough for a page; null for bytes that are none. */
export async function shrinkPicture(bytes: Buffer): Promise<Buffer | null> {
  const picture = sharp(bytes, { limitInputPixels: largestPixels, failOn: 'none' }).rotate();
  return picture
    .resize({ width: pictureSize.width, withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer()
    .catch(() => null);
}
