import { GrpcFailure, toGrpcFailure } from './grpc-failure';

/** A call that can be ended from outside of its handler. */
export interface EndableCall {
  hasEnded(): boolean;
  /** Ends the call with the failure; does nothing when it has ended. */
  fail(failure: GrpcFailure): void;
  /** Runs once when the call has ended, whoever ended it. */
  onEnd(listener: () => void): void;
}

/** Knows the calls that are open, so that each ends with a status, also when its handler throws or the server stops. */
export interface CallSupervisor {
  add(call: EndableCall): void;
  /** Runs a part of the call's handler unless the call has ended; a throw or rejection ends the call with that failure. */
  run(call: EndableCall, act: () => void | Promise<void>): void;
  /** Ends all open calls with the failure. */
  endOpen(failure: GrpcFailure): void;
  /** Ends all open calls, and each that is added later, with the failure. */
  failAll(failure: GrpcFailure): void;
}

/** `reportUnexpected` gets whatever a handler throws that is no GrpcFailure. */
export function createCallSupervisor(reportUnexpected: (error: unknown) => void): CallSupervisor {
  const open = new Set<EndableCall>();
  let stopped: GrpcFailure | undefined;
  const failWith = (call: EndableCall, error: unknown) => {
    if (!(error instanceof GrpcFailure)) reportUnexpected(error);
    call.fail(toGrpcFailure(error));
  };
  const endOpen = (failure: GrpcFailure) => [...open].forEach((call) => call.fail(failure));
  return {
    add(call) {
      if (stopped) return call.fail(stopped);
      open.add(call);
      call.onEnd(() => open.delete(call));
    },
    run(call, act) {
      if (call.hasEnded()) return;
      try {
        act()?.catch((error: unknown) => failWith(call, error));
      } catch (error) {
        failWith(call, error);
      }
    },
    endOpen,
    failAll(failure) {
      stopped = failure;
      endOpen(failure);
    },
  };
}
