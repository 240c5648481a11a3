import type { MultipartFile } from '@fastify/multipart';
import { cleanOutsideText, Invalid, newId, Rejected } from '@pps/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { drain, giveUpBody, askForBody } from './drain';
import { textErrors } from './json-errors';
import { watchLeastRate, tooSlow } from './steady-chunks';
import { wrongType } from './accept-json-only';

export interface ReceivedFile {
  /** Of the whole file on this machine; the receiver takes it away. */
  readonly path: string;
  /** The client's name of it, without folders, at most 255 characters. */
  readonly filename: string;
  readonly sizeBytes: number;
  /** Hex. */
  readonly sha256: string;
}

const fieldsAtMost = 16;
const longestName = 255;
const formOverheadBytes = 64 * 1024;

/**
 * Reads the one file `file` of a multipart body to a folder, chunk by chunk. Throws `Rejected('payload_too_large')` beyond the limit and
 * `Invalid` where the form is not that; what is thrown leaves no file behind. `Rejected` with 408 for one that comes too slowly.
 */
export async function receiveFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { folder, limitBytes }: { readonly folder: string; readonly limitBytes: number },
): Promise<ReceivedFile> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, newId());
  try {
    if (!request.isMultipart?.()) throw wrongType(request);
    if (Number(request.headers['content-length'] ?? 0) > limitBytes + formOverheadBytes) throw tooLarge(limitBytes);
    askForBody(request.raw);
    const watch = watchLeastRate(request.raw, request.server.bodyAdmission.settings, () => {
      giveUpBody(request.raw);
      // The form's parser ends at an error of the request; to destroy that would close the connection before the answer.
      request.raw.emit('error', tooSlow());
    });
    return await readForm(request, path, limitBytes).finally(watch.end);
  } catch (error) {
    await rm(path, { force: true });
    request.raw.unpipe();
    await dropBody(request, reply);
    throw readable(error);
  }
}

/** Reads and drops what is left of a refused body, or the client would not see the answer. */
export async function dropBody(request: Pick<FastifyRequest, 'raw'>, reply: Pick<FastifyReply, 'header'>): Promise<void> {
  if (request.raw.complete) return;
  await drain(request.raw);
  void reply.header('connection', 'close');
}

async function readForm(request: FastifyRequest, path: string, limitBytes: number): Promise<ReceivedFile> {
  let received: ReceivedFile | null = null;
  const limits = { fileSize: limitBytes + 1, fields: fieldsAtMost, files: 2, parts: fieldsAtMost + 2 };
  for await (const part of request.parts({ limits })) {
    if (part.type !== 'file') throw notExpected(part.fieldname);
    if (part.fieldname !== 'file' || received) throw notExpected(part.fieldname);
    received = await save(part, path, limitBytes);
  }
  if (!received) throw new Invalid([{ loc: ['body', 'file'], msg: 'file is required', type: 'missing' }]);
  return received;
}

async function save({ file, filename }: MultipartFile, path: string, limitBytes: number): Promise<ReceivedFile> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  await pipeline(
    file,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        sizeBytes += chunk.length;
        if (sizeBytes > limitBytes) throw tooLarge(limitBytes);
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(path, { flags: 'wx' }),
  );
  return { path, filename: nameOf(filename), sizeBytes, sha256: hash.digest('hex') };
}

function nameOf(filename: string | undefined): string {
  const name = (filename ?? '').split(/[/\\]/).at(-1)?.trim() ?? '';
  const errors = textErrors(name, ['body', 'file']);
  if (errors.length > 0) throw new Invalid(errors);
  return cleanOutsideText(name === '' ? 'file' : name, longestName);
}

const tooLarge = (limitBytes: number): Rejected =>
  new Rejected(
    'payload_too_large',
    `The file is larger than ${Math.floor(limitBytes / 1024 / 1024)} MB.`,
    { limit_bytes: limitBytes },
    {
      remediation: 'Send a smaller file: limit_bytes at most.',
    },
  );

const notExpected = (name: string): Invalid =>
  new Invalid([{ loc: ['body', name.slice(0, 100)], msg: `${name.slice(0, 100)} is not a known field`, type: 'extra_forbidden' }]);

/** What the form parser throws of a cut or malformed body is the client's. */
function readable(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Rejected || error instanceof Invalid) return error;
  const ours =
    'code' in error && typeof error.code === 'string' && !error.code.startsWith('FST_') && error.code !== 'ERR_STREAM_PREMATURE_CLOSE';
  return ours ? error : new Rejected('bad_request', 'The multipart body is malformed.');
}
