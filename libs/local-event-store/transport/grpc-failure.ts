/** Status codes of gRPC that this server answers with. */
export const grpcStatus = {
  ok: 0,
  unknown: 2,
  invalidArgument: 3,
  notFound: 5,
  permissionDenied: 7,
  resourceExhausted: 8,
  failedPrecondition: 9,
  aborted: 10,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
} as const;

export type GrpcStatus = (typeof grpcStatus)[keyof typeof grpcStatus];

/** Ends a call with a status other than OK; `trailers` become response trailers of printable ASCII. */
export class GrpcFailure extends Error {
  override readonly name = 'GrpcFailure';

  constructor(
    readonly status: GrpcStatus,
    message: string,
    readonly trailers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

/** The failure to end a call with for whatever was thrown; only a GrpcFailure keeps its message. */
export function toGrpcFailure(error: unknown): GrpcFailure {
  return error instanceof GrpcFailure ? error : new GrpcFailure(grpcStatus.internal, 'internal error');
}

/** Trailers of a call that ended so; header values of HTTP/2 must be printable ASCII, so anything else becomes `?`. */
export function trailersOf(failure: GrpcFailure | undefined): Record<string, string> {
  if (!failure) return { 'grpc-status': '0' };
  const trailers: Record<string, string> = {
    'grpc-status': String(failure.status),
    'grpc-message': encodeURI(failure.message),
  };
  for (const [name, value] of Object.entries(failure.trailers)) trailers[name] = value.replace(/[^\x20-\x7e]/g, '?');
  return trailers;
}
