import type { GrpcCall } from './grpc-call';
import { GrpcFailure, grpcStatus, toGrpcFailure } from './grpc-failure';
import type { GrpcHandler } from './grpc-server';

/** A handler for calls that carry exactly one request message; `serve` answers through the call and resolves when it is over. */
export function oneRequest(serve: (request: Buffer, call: GrpcCall) => Promise<void>, onUnexpected: (error: unknown) => void): GrpcHandler {
  return (call) => {
    let request: Buffer | undefined;
    return {
      message(bytes) {
        if (request) throw new GrpcFailure(grpcStatus.invalidArgument, 'more than one request message');
        request = bytes;
      },
      end() {
        if (!request) throw new GrpcFailure(grpcStatus.invalidArgument, 'request message is missing');
        serve(request, call).then(
          () => call.finish(),
          (error: unknown) => {
            if (!(error instanceof GrpcFailure)) onUnexpected(error);
            call.finish(toGrpcFailure(error));
          },
        );
      },
    };
  };
}
