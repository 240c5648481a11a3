/** What a file is made of: text, bytes, a `Blob` (a `File`, `await openAsBlob(path)` of Node), or what gives pieces one after the other. */
export type FileContent =
  string | Uint8Array | Blob | ReadableStream<Uint8Array> | Iterable<Uint8Array | string> | AsyncIterable<Uint8Array | string>;

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
  /** The body of one try, with the content type where `fetch` does not know it. */
  make(): Promise<{ readonly body: unknown; readonly type?: string }>;
}

/** The `multipart/form-data` of one file. Blobs and streams are sent as they are read, never held whole. */
export function fileBody(upload: Upload): FileBody {
  const { content, name, type } = isNamed(upload) ? upload : { content: upload, name: undefined, type: undefined };
  const read = typeof content === 'function' ? content : () => content;
  const fileName = name ?? (content instanceof Blob && 'name' in content ? String(content.name) : 'file');
  const isLasting = typeof content === 'function' || isWhole(content);
  return {
    isLasting,
    async make() {
      const pieces = read();
      if (isWhole(pieces)) return { body: formOf(pieces, fileName, type) };
      // Only Node and its like send what they are still reading; a browser collects it first.
      if (!('process' in globalThis)) return { body: formOf(await new Response(streamOf(pieces)).blob(), fileName, type) };
      const boundary = `pins-${crypto.randomUUID()}`;
      return { body: streamOf(framed(pieces, boundary, fileName, type)), type: `multipart/form-data; boundary=${boundary}` };
    },
  };
}

const isNamed = (upload: Upload): upload is Exclude<Upload, FileContent> => typeof upload === 'object' && 'content' in upload;

const isWhole = (content: FileContent): content is string | Uint8Array | Blob =>
  typeof content === 'string' || content instanceof Uint8Array || content instanceof Blob;

function formOf(content: string | Uint8Array | Blob, name: string, type: string | undefined): FormData {
  const form = new FormData();
  const isTyped = content instanceof Blob && (type === undefined || content.type === type);
  form.set('file', isTyped ? content : new Blob([content as string], type === undefined ? {} : { type }), name);
  return form;
}

async function* framed(pieces: Pieces, boundary: string, name: string, type = 'application/octet-stream') {
  const shown = name.replace(/[\r\n"]/g, encodeURIComponent);
  yield `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${shown}"\r\ncontent-type: ${type.replace(/[\r\n]/g, '')}\r\n\r\n`;
  yield* pieces as AsyncIterable<Uint8Array | string>;
  yield `\r\n--${boundary}--\r\n`;
}

type Pieces = Exclude<FileContent, string | Uint8Array | Blob>;

function streamOf(pieces: Pieces): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const source =
    Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : (pieces as Iterable<Uint8Array | string>)[Symbol.iterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await source.next();
      if (done) controller.close();
      else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
    },
    async cancel() {
      await source.return?.();
    },
  });
}
