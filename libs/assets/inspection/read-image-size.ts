import type { FileHandle } from 'node:fs/promises';

export type ImageContentType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

/** What an image is by its first 12 bytes; null for anything but the four forms that are taken. */
export function imageContentType(head: Buffer): ImageContentType | null {
  const text = head.subarray(0, 12).toString('latin1');
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(text)) return 'image/gif';
  if (/^RIFF.{4}WEBP/s.test(text)) return 'image/webp';
  return null;
}

interface ImageSize {
  readonly width: number;
  readonly height: number;
}

const headBytes = 32;
/** No camera writes more before the picture. */
const jpegSegmentsAtMost = 1_000;

/** How large an image says it is, from its header alone: nothing is decoded. Null where the header does not say. */
export async function readImageSize(file: FileHandle, contentType: ImageContentType): Promise<ImageSize | null> {
  const head = await readAt(file, 0, headBytes);
  switch (contentType) {
    case 'image/png':
      return head.length < 24 ? null : { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
    case 'image/gif':
      return head.length < 10 ? null : { width: head.readUInt16LE(6), height: head.readUInt16LE(8) };
    case 'image/webp':
      return webpSize(head);
    case 'image/jpeg':
      return jpegSize(file);
  }
}

function webpSize(head: Buffer): ImageSize | null {
  if (head.length < 30) return null;
  switch (head.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
    case 'VP8L': {
      const bits = head.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8 ':
      return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
    default:
      return null;
  }
}

async function jpegSize(file: FileHandle): Promise<ImageSize | null> {
  let at = 2;
  for (let segment = 0; segment < jpegSegmentsAtMost; segment++) {
    const head = await readAt(file, at, 9);
    if (head.length < 9 || head[0] !== 0xff) return null;
    const marker = head[1] ?? 0;
    if (isFrame(marker)) return { width: head.readUInt16BE(7), height: head.readUInt16BE(5) };
    // Fill bytes may stand before a marker.
    at += marker === 0xff ? 1 : 2 + head.readUInt16BE(2);
  }
  return null;
}

/** SOF0 to SOF15, but for DHT, JPG and DAC, which lie between them. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
