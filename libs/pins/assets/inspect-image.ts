import { open } from 'node:fs/promises';
import sharp from 'sharp';
import type { ConvertedImage } from './asset.events';
import { imageContentType, type ImageContentType } from './image-format';

export interface InspectedImage {
  readonly contentType: ImageContentType;
  readonly width: number;
  readonly height: number;
  /** Written to the path given for it, where the platform refuses the form of the original. */
  readonly converted?: ConvertedImage;
}

/** The platform takes no more. */
export const largestImageBytes = 20 * 1024 * 1024;

/** Decoded, that is 256 MB: more is a bomb, not a pin. */
const pixelsAtMost = 64_000_000;
const headBytes = 12;
const jpegQuality = 90;

// One image at a time and nothing kept: memory stays bounded whatever is uploaded.
sharp.concurrency(1);
sharp.cache(false);
let turn: Promise<unknown> = Promise.resolve();

/** Decodes the whole image once, so that a broken one is known; null for what is no image, or broken, or over 64 million pixels. */
export function inspectImage(path: string, convertedPath: string): Promise<InspectedImage | null> {
  const mine = turn.then(() => inspect(path, convertedPath));
  turn = mine.catch(() => undefined);
  return mine;
}

async function inspect(path: string, convertedPath: string): Promise<InspectedImage | null> {
  const contentType = imageContentType(await headOf(path));
  if (contentType === null) return null;
  try {
    const { autoOrient, hasAlpha } = await decoder(path).metadata();
    const size = { contentType, width: autoOrient.width, height: autoOrient.height };
    if (contentType === 'image/png' || contentType === 'image/jpeg') {
      await decoder(path).resize(16, 16, { fit: 'fill', fastShrinkOnLoad: false }).raw().toBuffer();
      return size;
    }
    return { ...size, converted: await convert(path, convertedPath, hasAlpha) };
  } catch (error) {
    if (isSystemError(error)) throw error;
    return null;
  }
}

/** Transparency survives as PNG unless that grows beyond what the platform takes. */
async function convert(path: string, target: string, hasAlpha: boolean): Promise<ConvertedImage> {
  if (hasAlpha) {
    const { size } = await decoder(path).autoOrient().png().toFile(target);
    if (size <= largestImageBytes) return { contentType: 'image/png', fileSizeBytes: size };
  }
  const upright = decoder(path).autoOrient().flatten({ background: '#ffffff' });
  const { size } = await upright.jpeg({ quality: jpegQuality }).toFile(target);
  if (size > largestImageBytes) throw new Error('the image does not fit');
  return { contentType: 'image/jpeg', fileSizeBytes: size };
}

/** The first picture of one that moves. */
const decoder = (path: string) => sharp(path, { failOn: 'error', limitInputPixels: pixelsAtMost, sequentialRead: true, pages: 1 });

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** A full disk is no fault of the image. */
const isSystemError = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && typeof error.code === 'string') || /no space left|unable to (open for )?write/i.test(error.message));
