/** What a file is made of: text, bytes, a `Blob` (a `File`, `await openAsBlob(path)` of Node), or what gives pieces one after the other. */
export type FileContent =
  | string
  | Uint8Array
  | Blob
  | ReadableStream<Uint8Array>
  | Iterable<Uint8Array | string>
  | AsyncIterable<Uint8Array | string>;

/** A file to send. A function gives its pieces anew for each try; pieces that come once only are sent once only. */
export type Upload =
  | FileContent
  | {
      readonly content: FileContent | (() => FileContent);
      readonly name?: string | undefined;
      readonly type?: string | undefined;
    };

export interface FileBody {
  /** Whether it can be sent again. */
  readonly isLasting: boolean;
  /** The body of one try; each piece that leaves gives the try its time anew. */
  make(extend: Extend): Promise<MadeBody>;
}

export type Extend = (moreMs?: number) => void;

/** A body, with content type and length where `fetch` does not know them. */
export interface MadeBody {
  readonly body: unknown;
  readonly type?: string;
  readonly length?: number | null;
}

const slowestBytesPerMs = 16;

/** The `multipart/form-data` of one file. Blobs and streams are sent as they are read, never held whole. */
export function fileBody(upload: Upload): FileBody {
  const { content, name, type } = isNamed(upload) ? upload : { content: upload, name: undefined, type: undefined };
  const read = typeof content === 'function' ? content : () => content;
  const fileName = name ?? (content instanceof Blob && 'name' in content ? String(content.name) : 'file');
  const isLasting = typeof content === 'function' || isWhole(content);
  return {
    isLasting,
    async make(extend) {
      const pieces = read();
      // Only Node and its like send what they are still reading; a browser collects it first.
      const isForm = !('process' in globalThis);
      const whole = isWhole(pieces) ? blobOf(pieces, type) : isForm ? blobOf(await new Response(streamOf(pieces)).blob(), type) : null;
      if (whole && isForm) {
        extend(whole.size / slowestBytesPerMs);
        const body = new FormData();
        body.set('file', whole, fileName);
        return { body };
      }
      const boundary = `pins-${crypto.randomUUID()}`;
      const [head, tail] = frameOf(boundary, fileName, whole?.type || type);
      const body = streamOf(framed(head, whole ? whole.stream() : (pieces as Pieces), tail), extend);
      const length = whole && new Blob([head, whole, tail]).size;
      return { body, type: `multipart/form-data; boundary=${boundary}`, length };
    },
  };
}

const isNamed = (upload: Upload): upload is Exclude<Upload, FileContent> => typeof upload === 'object' && 'content' in upload;

const isWhole = (content: FileContent): content is string | Uint8Array | Blob =>
  typeof content === 'string' || content instanceof Uint8Array || content instanceof Blob;

/** A blob of the type that was said, else of its own. */
const blobOf = (content: string | Uint8Array | Blob, type: string | undefined): Blob =>
  content instanceof Blob && (type === undefined || content.type === type)
    ? content
    : new Blob([content as string], type === undefined ? {} : { type });

function frameOf(boundary: string, name: string, type = 'application/octet-stream'): readonly [head: string, tail: string] {
  const shown = name.replace(/[\r\n"]/g, encodeURIComponent);
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${shown}"\r\ncontent-type: ${type.replace(/[\r\n]/g, '')}\r\n\r\n`;
  return [head, `\r\n--${boundary}--\r\n`];
}

async function* framed(head: string, pieces: Pieces, tail: string) {
  yield head;
  yield* pieces as AsyncIterable<Uint8Array | string>;
  yield tail;
}

type Pieces = Exclude<FileContent, string | Uint8Array | Blob>;

function streamOf(pieces: Pieces, extend: Extend = () => undefined): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const source =
    Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : (pieces as Iterable<Uint8Array | string>)[Symbol.iterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await source.next();
      extend();
      if (done) controller.close();
      else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
    },
    async cancel() {
      await source.return?.();
    },
  });
}
