import { invalidArgumentFailure } from '../protocol/failures';

const metastreamPrefix = '$$';
const maxNameBytes = 2000;

export function isMetastream(stream: string): boolean {
  return stream.startsWith(metastreamPrefix);
}

export function metastreamOf(stream: string): string {
  return metastreamPrefix + stream;
}

/** The stream a metastream describes, and any other stream itself. */
export function originalStreamOf(stream: string): string {
  return isMetastream(stream) ? stream.slice(metastreamPrefix.length) : stream;
}

/** Throws GrpcFailure INVALID_ARGUMENT for names that cannot be stored: empty, with U+0000, above 2000 bytes, metastreams of metastreams. */
export function assertStreamName(stream: string): void {
  const original = originalStreamOf(stream);
  const storable = original !== '' && !isMetastream(original) && !stream.includes('\0') && Buffer.byteLength(stream) <= maxNameBytes;
  if (!storable) throw invalidArgumentFailure('the stream name is not allowed');
}
