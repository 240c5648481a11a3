import type { FileHandle } from 'node:fs/promises';

/** A box of an ISO base media file (ISO 14496-12) and where its content lies, in bytes from the file's start. */
export interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** The file is no sequence of boxes, or has more of them than a video needs. */
export class BrokenBoxes extends Error {
  override readonly name = 'BrokenBoxes';
}

const boxesAtMost = 10_000;

/** Reads the headers of boxes, never their content as a whole. */
export class BoxReader {
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
