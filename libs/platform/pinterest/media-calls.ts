import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { MediaFile, MediaProgress, MediaUploadTarget } from '../pin';
import type { Platform } from '../platform';
import type { PinterestCaller, PinterestRequest } from './pinterest-caller';
import { digits, exactText, object, text, UnexpectedShape } from './answer-fields';

type MediaCalls = Pick<Platform, 'registerMedia' | 'uploadMedia' | 'mediaStatus'>;

export function mediaCalls(caller: PinterestCaller, uploadTimeoutMs: number): MediaCalls {
  return {
    registerMedia: (accessToken, options) =>
      caller.callAs(
        accessToken,
        { operation: 'media.register', method: 'POST', path: ['media'], json: { media_type: 'video' } },
        options,
        readUpload,
      ),
    uploadMedia: (upload, file, options) =>
      caller.call({ ...uploadRequest(upload, file), options: { timeoutMs: uploadTimeoutMs, ...options } }, () => undefined),
    mediaStatus: (accessToken, mediaId, options) =>
      caller.callAs(accessToken, { operation: 'media.get', method: 'GET', path: ['media', mediaId] }, options, readProgress),
  };
}

/** The bearer token stays at home: the upload host knows the form fields only. */
function uploadRequest(upload: MediaUploadTarget, file: MediaFile): PinterestRequest {
  const boundary = `----pin-${randomUUID()}`;
  const head = Buffer.from(
    Object.entries(upload.parameters)
      .map(([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"\r\n\r\n${value}\r\n`)
      .join('') +
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${quoted(file.fileName)}"\r\n` +
      `Content-Type: ${file.contentType}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    operation: 'media.upload',
    method: 'POST',
    url: new URL(upload.uploadUrl),
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(head.length + file.sizeBytes + tail.length),
    },
    body: Readable.from(parts(head, file.content, tail)),
    secrets: Object.values(upload.parameters),
  };
}

async function* parts(head: Uint8Array, content: MediaFile['content'], tail: Uint8Array): AsyncGenerator<Uint8Array> {
  yield head;
  if (content instanceof Uint8Array) yield content;
  else yield* content;
  yield tail;
}

function quoted(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function readUpload(json: unknown): MediaUploadTarget {
  const fields = object(json);
  const parameters = Object.entries(object(fields['upload_parameters'], 'upload_parameters')).map(([name, value]): [string, string] => {
    if (typeof value !== 'string' && typeof value !== 'number') throw new UnexpectedShape('an upload parameter is no text');
    return [name, String(value)];
  });
  const uploadUrl = exactText(fields, 'upload_url');
  if (!URL.canParse(uploadUrl)) throw new UnexpectedShape('upload_url is no address');
  return { mediaId: digits(fields, 'media_id'), uploadUrl, parameters: Object.fromEntries(parameters) };
}

function readProgress(json: unknown): MediaProgress {
  const fields = object(json);
  const status = text(fields, 'status');
  if (status !== 'registered' && status !== 'processing' && status !== 'succeeded' && status !== 'failed')
    throw new UnexpectedShape('status is none we know');
  return { mediaId: digits(fields, 'media_id'), status };
}
