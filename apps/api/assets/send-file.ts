import type { ByteRange } from '@pps/asset-storage';
import { NotFound, Rejected } from '@pps/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';

interface ServedFile {
  /** What it is, for the answer that it is not there. */
  readonly name: string;
  readonly sizeBytes: number;
  readonly contentType: string;
  readonly sha256: string;
  readonly open: (range?: ByteRange) => Promise<Readable | null>;
}

/** Answers with a file, or with the part of it that `Range` asks for. Throws `NotFound` where there are no bytes, and `Rejected` 416. */
export async function sendFile(file: ServedFile, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { name, sizeBytes: size, contentType, sha256 } = file;
  void reply.headers({ 'accept-ranges': 'bytes', etag: `"${sha256}"` });
  const range = contentRange(request.headers.range, size);
  if (range === 'unsatisfiable') {
    void reply.header('content-range', `bytes */${size}`);
    throw new Rejected(
      'bad_request',
      `The file has ${size} bytes; the range begins beyond them.`,
      { file_size_bytes: size },
      {
        status: 416,
        remediation: 'Ask for bytes before file_size_bytes, or send no Range.',
      },
    );
  }
  const bytes = await file.open(range ?? undefined);
  if (!bytes) throw new NotFound(name);
  if (range) void reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  void reply.headers({ 'content-type': contentType, 'content-length': range ? range.end - range.start + 1 : size });
  await reply.send(bytes);
}

/** The one range a request asks for (RFC 9110): null where it asks for all or in a way that may be ignored, `unsatisfiable` beyond the end. */
export function contentRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  if (first === '') return Number(last) === 0 ? 'unsatisfiable' : { start: Math.max(0, size - Number(last)), end: size - 1 };
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < Number(first)) return null;
  return Number(first) >= size ? 'unsatisfiable' : { start: Number(first), end };
}
