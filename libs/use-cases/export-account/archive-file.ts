import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable, Transform, type TransformCallback } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type { ZipFile } from 'yazl';

/** A file in an archive. */
interface ArchivedFile {
  readonly path: string;
  readonly bytes: number;
  /** Of its bytes, hex. */
  readonly sha256: string;
  /** Lines, of a file that has one for each thing. */
  readonly items?: number;
}

/** What became of an archive that was closed. */
interface FinishedArchive {
  readonly sizeBytes: number;
  readonly sha256: string;
}

/**
 * A ZIP (with ZIP64 where it is needed) that is written file after file as streams: memory does not grow with what is put in, but for a few hundred
 * bytes a file. Nobody but this user can read it.
 */
export class ArchiveFile {
  readonly files: ArchivedFile[] = [];
  private readonly written: Promise<FinishedArchive>;

  private constructor(
    private readonly zip: ZipFile,
    target: string,
    private readonly ending: AbortController,
    private readonly at: Date,
  ) {
    this.written = this.write(target);
    // Whoever adds or finishes is told.
    this.written.catch(() => undefined);
  }

  /** Begins an archive as a file that is not there yet; its entries carry the moment `at`. `signal` ends the work: what was asked for then rejects. */
  static async open(target: string, at: Date, signal: AbortSignal): Promise<ArchiveFile> {
    // Loaded where it is used: few processes ever do.
    const { ZipFile } = await import('yazl');
    const ending = new AbortController();
    signal.throwIfAborted();
    signal.addEventListener('abort', () => ending.abort(signal.reason), { once: true, signal: ending.signal });
    return new ArchiveFile(new ZipFile(), target, ending, at);
  }

  /** Puts in what `source` gives, to its end; bytes that are compressed already are better `stored`. Throws what the source throws: the archive is of no use then. */
  async add(path: string, source: Readable, { stored = false }: { readonly stored?: boolean } = {}): Promise<ArchivedFile> {
    const counted = new CountedBytes();
    this.zip.addReadStream(counted, path, { compress: !stored, mtime: this.at, mode: 0o100600 });
    const taken = pipeline(source, counted, { signal: this.ending.signal });
    await Promise.race([Promise.all([taken, finished(counted)]), this.written]).catch((error: unknown) => {
      source.destroy();
      this.ending.abort(error);
      throw error;
    });
    const file = { path, bytes: counted.bytes, sha256: counted.sha256() };
    this.files.push(file);
    return file;
  }

  /** Puts in one line of JSON for each of these; `pages` is read as fast as the archive is written. */
  async addLines(path: string, pages: AsyncIterable<readonly unknown[]>): Promise<ArchivedFile> {
    let items = 0;
    async function* lines(): AsyncGenerator<Buffer> {
      for await (const page of pages) {
        items += page.length;
        if (page.length > 0) yield Buffer.from(page.map((item) => `${JSON.stringify(item)}\n`).join(''));
      }
    }
    const file = await this.add(path, Readable.from(lines(), { objectMode: false, highWaterMark: 1 }));
    const counted = { ...file, items };
    this.files[this.files.length - 1] = counted;
    return counted;
  }

  addText(path: string, text: string): Promise<ArchivedFile> {
    return this.add(path, Readable.from([Buffer.from(text)], { objectMode: false }));
  }

  /** Closes it: size and hash of the whole. */
  async finish(): Promise<FinishedArchive> {
    this.zip.end();
    return this.written;
  }

  /** Gives it up; the file, as far as it was written, stays. */
  async discard(): Promise<void> {
    this.ending.abort(new Error('the archive was given up'));
    await this.written.catch(() => undefined);
  }

  private async write(target: string): Promise<FinishedArchive> {
    const counted = new CountedBytes();
    this.zip.on('error', (error: Error) => this.ending.abort(error));
    const output = this.zip.outputStream as Readable;
    await pipeline(output, counted, createWriteStream(target, { flags: 'wx', mode: 0o600 }), { signal: this.ending.signal });
    return { sizeBytes: counted.bytes, sha256: counted.sha256() };
  }
}

/** Passes bytes on as they are, counts them and hashes them. */
class CountedBytes extends Transform {
  bytes = 0;
  private readonly hash = createHash('sha256');

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.hash.update(chunk);
    this.bytes += chunk.length;
    done(null, chunk);
  }

  /** Of all bytes; to be called once, at the end. */
  sha256(): string {
    return this.hash.digest('hex');
  }
}
