import { Metadata, status } from '@grpc/grpc-js';

/** Ends a call with a status other than OK. grpc-js reads `code`, `message` and `metadata` (the trailers) from it. */
export class GrpcFailure extends Error {
  override readonly name = 'GrpcFailure';
  readonly metadata = new Metadata();

  constructor(
    readonly code: status,
    message: string,
    trailers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    for (const [name, value] of Object.entries(trailers)) this.metadata.set(name, toPrintableAscii(value));
  }
}

/** The failure to end a call with for whatever was thrown; only the message of a GrpcFailure is sent. */
export function toGrpcFailure(error: unknown): GrpcFailure {
  return error instanceof GrpcFailure ? error : new GrpcFailure(status.INTERNAL, 'internal error');
}

// HTTP/2 allows nothing else in a header's value, and stream names hold anything.
function toPrintableAscii(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?');
}
