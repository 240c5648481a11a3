import type { ServerHttp2Stream } from 'node:http2';
import { trailersOf, type GrpcFailure } from './grpc-failure';

/** One call as its handler sees it. Nothing here throws; a call that is over swallows what is sent. */
export interface GrpcCall {
  /** True once the call is finished or the client has gone. */
  over(): boolean;
  /** Runs once when the call is over, whoever ended it. */
  onOver(listener: () => void): void;
  /** Queues one framed message; messages of one turn of the event loop leave as one write. */
  send(frame: Buffer): void;
  /** Undefined while the client keeps up, else a promise for the moment it does again or the call is over. */
  congestion(): Promise<void> | undefined;
  /** Stops or restarts taking messages from the client. */
  pause(): void;
  resume(): void;
  /** Sends what is queued and then the status. */
  finish(failure?: GrpcFailure): void;
}

const flushAtBytes = 64 * 1024;
const responseHeaders = { ':status': 200, 'content-type': 'application/grpc' } as const;

/** Puts one HTTP/2 stream behind the interface of a call. */
export function openGrpcCall(stream: ServerHttp2Stream): GrpcCall {
  const overListeners: (() => void)[] = [];
  let queued: Buffer[] = [];
  let queuedBytes = 0;
  let flushPlanned = false;
  let finished = false;
  let closed = false;
  let drained: Promise<void> | undefined;
  let resolveDrained: (() => void) | undefined;

  const becomeOver = () => {
    closed = true;
    resolveDrained?.();
    for (const listener of overListeners.splice(0)) listener();
  };
  const settleDrained = () => {
    drained = undefined;
    resolveDrained?.();
    resolveDrained = undefined;
  };
  stream.on('close', becomeOver);
  stream.on('drain', settleDrained);

  let ending: GrpcFailure | undefined;
  const takeQueued = () => {
    const bytes = queued.length === 1 ? queued[0]! : Buffer.concat(queued, queuedBytes);
    queued = [];
    queuedBytes = 0;
    return bytes;
  };
  const start = () => {
    if (stream.headersSent) return;
    stream.respond(responseHeaders, { waitForTrailers: true });
    stream.on('wantTrailers', () => {
      if (!stream.destroyed) stream.sendTrailers(trailersOf(ending));
    });
  };
  const flush = () => {
    flushPlanned = false;
    if (closed || finished || stream.destroyed || queued.length === 0) return;
    start();
    if (!stream.write(takeQueued()) && !drained) drained = new Promise((resolve) => (resolveDrained = resolve));
  };

  return {
    over: () => closed || finished,
    onOver: (listener) => (closed ? listener() : void overListeners.push(listener)),
    send(frame) {
      if (closed || finished) return;
      queued.push(frame);
      queuedBytes += frame.length;
      if (queuedBytes >= flushAtBytes) return flush();
      if (flushPlanned) return;
      flushPlanned = true;
      process.nextTick(flush);
    },
    congestion: () => (closed || finished ? undefined : drained),
    pause: () => void stream.pause(),
    resume: () => void stream.resume(),
    finish(failure) {
      if (closed || finished) return;
      finished = true;
      ending = failure;
      if (stream.destroyed) return;
      if (!stream.headersSent && queued.length === 0) {
        stream.respond({ ...responseHeaders, ...trailersOf(failure) }, { endStream: true });
      } else {
        start();
        if (queued.length > 0) stream.end(takeQueued());
        else stream.end();
      }
      stream.resume();
    },
  };
}
