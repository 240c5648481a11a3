import { FairSemaphore, Overloaded } from '@pps/concurrency';
import { open } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import type { ConvertedImage } from '../asset.stream';
import { imageContentType, type ImageContentType, readImageSize } from './read-image-size';

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
/** No encoder writes a longer side. */
const jpegSideAtMost = 65_500;

/** Decoded in some 100 ms: what most people upload. */
const smallPixels = 8_000_000;
const decodeSecondsAtMost = 20;

// One image of each size is decoded at a time, so that memory is bounded however many are uploaded and a huge one holds up no small one.
const bounds = { permits: 1, queuePerKey: 16, queue: 200, waitMs: 60_000 };
const semaphores = { small: new FairSemaphore(bounds), large: new FairSemaphore(bounds) };

/**
 * Decodes the whole image once, so that a broken one is known; null for what is no image, or broken, or over 64 million pixels, which its header
 * says before anything is decoded. Projects are served round robin. Throws `Overloaded` where too many wait, or decoding takes over `decodeSeconds` (20, whole ones), and where what is
 * converted cannot be written.
 */
export async function inspectImage(
  path: string,
  convertedPath: string,
  projectId: string,
  decodeSeconds = decodeSecondsAtMost,
): Promise<InspectedImage | null> {
  const header = await readHeader(path);
  if (header === null || header.pixels > pixelsAtMost) return null;
  const { contentType, pixels } = header;
  const work = () => inspect(path, convertedPath, contentType, decodeSeconds);
  return (pixels <= smallPixels ? semaphores.small : semaphores.large).runExclusive(projectId, work).catch((error: unknown) => {
    throw isTimeout(error) ? new Overloaded('all') : error;
  });
}

async function readHeader(path: string): Promise<{ readonly contentType: ImageContentType; readonly pixels: number } | null> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const contentType = imageContentType(buffer.subarray(0, bytesRead));
    if (contentType === null) return null;
    const size = await readImageSize(file, contentType);
    return { contentType, pixels: size ? size.width * size.height : pixelsAtMost };
  } finally {
    await file.close();
  }
}

async function inspect(
  path: string,
  convertedPath: string,
  contentType: ImageContentType,
  decodeSeconds: number,
): Promise<InspectedImage | null> {
  const decoder = await decoderOf(path, decodeSeconds);
  const decoded = await decode(decoder);
  if (!decoded) return null;
  const { width, height } = decoded;
  if (contentType === 'image/png' || contentType === 'image/jpeg') return { contentType, width, height };
  // It was decoded once: what fails from here on is no fault of the image.
  const converted = await convert(decoder, convertedPath, decoded);
  return converted && { contentType, width, height, converted };
}

interface Decoded {
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
}

async function decode(decoder: Decoder): Promise<Decoded | null> {
  try {
    const { autoOrient, hasAlpha } = await decoder().metadata();
    await decoder().resize(16, 16, { fit: 'fill', fastShrinkOnLoad: false }).raw().toBuffer();
    return { width: autoOrient.width, height: autoOrient.height, hasAlpha };
  } catch (error) {
    if (isTimeout(error)) throw error;
    return null;
  }
}

/** sharp has no type of its own for it. */
const isTimeout = (error: unknown): boolean => error instanceof Error && error.message.startsWith('timeout: ');

/** Transparency survives as PNG unless that grows beyond what the platform takes; null for what does not fit as JPEG either. */
async function convert(decoder: Decoder, target: string, { width, height, hasAlpha }: Decoded): Promise<ConvertedImage | null> {
  if (hasAlpha) {
    const { size } = await decoder().autoOrient().png().toFile(target);
    if (size <= largestImageBytes) return { contentType: 'image/png', fileSizeBytes: size };
  }
  if (Math.max(width, height) > jpegSideAtMost) return null;
  const upright = decoder().autoOrient().flatten({ background: '#ffffff' });
  const { size } = await upright.jpeg({ quality: jpegQuality }).toFile(target);
  return size <= largestImageBytes ? { contentType: 'image/jpeg', fileSizeBytes: size } : null;
}

type Decoder = () => Sharp;

/** Loaded by the first upload: most processes never see one. */
async function decoderOf(path: string, seconds: number): Promise<Decoder> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  const options = { failOn: 'error', limitInputPixels: pixelsAtMost, sequentialRead: true, pages: 1 } as const;
  return () => sharp(path, options).timeout({ seconds });
}
