import { open, type FileHandle } from 'node:fs/promises';

type VideoContentType = 'video/mp4' | 'video/quicktime' | 'video/x-m4v';

interface InspectedVideo {
  readonly contentType: VideoContentType;
  /** Pixels as shown, after rotation. */
  readonly width: number;
  readonly height: number;
  /** Absent where the video does not say, as a fragmented one may not. */
  readonly durationSeconds?: number;
}

const mp4Brands =
  /^(isom|iso[2-9a-c]|mp4[12]|mp71|avc1|av01|dash|MSNV|mmp4|F4V |NDSC|NDSH|NDSM|NDSP|NDSS|NDXC|NDXH|NDXM|NDXP|NDXS|XAVC|hvc1)$/;
const brandsAtMost = 64;

/** Reads type, size and length of a video from its boxes; null for what is no MP4, MOV or M4V with a picture, or is cut off. */
export async function inspectVideo(path: string): Promise<InspectedVideo | null> {
  const file = await open(path);
  try {
    return await inspect(file);
  } catch (error) {
    if (error instanceof BrokenBoxes) return null;
    throw error;
  } finally {
    await file.close();
  }
}

async function inspect(file: FileHandle): Promise<InspectedVideo | null> {
  const reader = new BoxReader(file);
  const [ftyp, ...rest] = await reader.readBoxes(0, (await file.stat()).size);
  if (ftyp?.type !== 'ftyp') return null;
  const contentType = await readBrand(reader, ftyp);
  const moov = rest.find(({ type }) => type === 'moov');
  if (contentType === null || !moov || !rest.some(({ type }) => type === 'mdat')) return null;
  const parts = await reader.readBoxes(moov.start, moov.end);
  const header = parts.find(({ type }) => type === 'mvhd');
  const size = await readPictureSize(reader, parts);
  if (!header || !size) return null;
  const durationSeconds = await readDuration(reader, header);
  return { contentType, ...size, ...(durationSeconds === null ? {} : { durationSeconds }) };
}

/** The type by the major brand, or by the first known compatible brand where the major one is unknown. */
async function readBrand(reader: BoxReader, ftyp: Box): Promise<VideoContentType | null> {
  const length = Math.min(ftyp.end - ftyp.start, 8 + 4 * brandsAtMost);
  const text = (await reader.readContent(ftyp, Math.max(8, length))).toString('latin1');
  const compatible = text.slice(8).match(/[^]{4}/g) ?? [];
  const [major, ...others] = [text.slice(0, 4), ...compatible].map(typeOfBrand);
  return major ?? others.find((type) => type !== null) ?? null;
}

function typeOfBrand(brand: string): VideoContentType | null {
  if (brand === 'qt  ') return 'video/quicktime';
  if (brand === 'M4V ' || brand === 'M4VH' || brand === 'M4VP') return 'video/x-m4v';
  return mp4Brands.test(brand) ? 'video/mp4' : null;
}

async function readDuration(reader: BoxReader, mvhd: Box): Promise<number | null> {
  const long = (await reader.readContent(mvhd, 1))[0] === 1;
  const fields = await reader.readContent(mvhd, long ? 32 : 20);
  const scale = fields.readUInt32BE(long ? 20 : 12);
  const units = long ? Number(fields.readBigUInt64BE(24)) : fields.readUInt32BE(16);
  const unknown = units === 0 || units >= (long ? 2 ** 64 : 2 ** 32 - 1);
  return scale === 0 || unknown ? null : Math.round((units / scale) * 1000) / 1000;
}

async function readPictureSize(reader: BoxReader, parts: readonly Box[]): Promise<{ width: number; height: number } | null> {
  for (const track of parts.filter(({ type }) => type === 'trak')) {
    const boxes = await reader.readBoxes(track.start, track.end);
    const header = boxes.find(({ type }) => type === 'tkhd');
    const media = boxes.find(({ type }) => type === 'mdia');
    if (header && media && (await isPicture(reader, media))) return readShownSize(reader, header);
  }
  return null;
}

async function isPicture(reader: BoxReader, mdia: Box): Promise<boolean> {
  const handler = (await reader.readBoxes(mdia.start, mdia.end)).find(({ type }) => type === 'hdlr');
  return handler !== undefined && (await reader.readContent(handler, 12)).toString('latin1', 8, 12) === 'vide';
}

/** A video taken with the phone upright has a rotation of 90 degrees in its matrix, which swaps the sides. */
async function readShownSize(reader: BoxReader, tkhd: Box): Promise<{ width: number; height: number } | null> {
  const matrixAt = (await reader.readContent(tkhd, 1))[0] === 1 ? 52 : 40;
  const fields = await reader.readContent(tkhd, matrixAt + 44);
  const [width, height] = [fields.readUInt32BE(matrixAt + 36) >>> 16, fields.readUInt32BE(matrixAt + 40) >>> 16];
  const rotated = fields.readInt32BE(matrixAt) === 0 && fields.readInt32BE(matrixAt + 4) !== 0;
  if (width === 0 || height === 0) return null;
  return rotated ? { width: height, height: width } : { width, height };
}

/** A box of an ISO base media file (ISO 14496-12) and where its content lies, in bytes from the file's start. */
interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** The file is no sequence of boxes, or has more of them than a video needs. */
class BrokenBoxes extends Error {
  override readonly name = 'BrokenBoxes';
}

const boxesAtMost = 10_000;

/** Reads the headers of boxes, never their content as a whole. */
class BoxReader {
  private seen = 0;

  constructor(private readonly file: FileHandle) {}

  /** The boxes between two offsets, in order. Throws `BrokenBoxes`. */
  async readBoxes(start: number, end: number): Promise<Box[]> {
    const found: Box[] = [];
    for (let at = start; at < end;) {
      if (++this.seen > boxesAtMost) throw new BrokenBoxes('too many boxes');
      const box = await this.readBox(at, end);
      found.push(box);
      at = box.end;
    }
    return found;
  }

  /** So many bytes of a box's content. Throws `BrokenBoxes` where it has fewer. */
  async readContent({ start, end }: Box, bytes: number): Promise<Buffer> {
    if (end - start < bytes) throw new BrokenBoxes('a box is too short');
    return this.readBytes(start, bytes);
  }

  private async readBox(at: number, end: number): Promise<Box> {
    if (end - at < 8) throw new BrokenBoxes('bytes after the last box');
    const head = await this.readBytes(at, 8);
    const type = head.toString('latin1', 4, 8);
    const size = head.readUInt32BE(0);
    if (size === 0) return { type, start: at + 8, end };
    const large = size === 1;
    const length = large ? Number((await this.readBytes(at + 8, 8)).readBigUInt64BE(0)) : size;
    const start = at + (large ? 16 : 8);
    if (at + length < start || at + length > end) throw new BrokenBoxes('a box ends after the box around it');
    return { type, start, end: at + length };
  }

  private async readBytes(at: number, length: number): Promise<Buffer> {
    const { buffer, bytesRead } = await this.file.read(Buffer.alloc(length), 0, length, at);
    if (bytesRead < length) throw new BrokenBoxes('the file ends too early');
    return buffer;
  }
}
