import type { IncomingMessage } from 'node:http';
import type { Configuration } from '../configuration/configuration';

type Settings = Pick<Configuration, 'BODY_LEAST_RATE' | 'BODY_RATE_WINDOW'>;

export interface RateWatch {
  /** Until `resume` time does not count. */
  pause(): void;
  resume(): void;
  end(): void;
}

/** Calls `onSlow` once when a body comes more slowly than `BODY_LEAST_RATE` over a window. */
export function watchLeastRate(body: IncomingMessage, settings: Settings, onSlow: () => void): RateWatch {
  const { socket } = body;
  const window = settings.BODY_RATE_WINDOW;
  const least = (settings.BODY_LEAST_RATE * window) / 1_000;
  let before = socket.bytesRead;
  let ended = false;
  let pausedSince: number | null = null;
  let pausedMs = 0;
  let timer = compareAfter(window);
  return { pause, resume, end };

  function compareAfter(ms: number): NodeJS.Timeout {
    // After the process stood still, what came meanwhile is read first.
    return setTimeout(() => setImmediate(compare), ms).unref();
  }

  function compare(): void {
    if (ended) return;
    if (pausedSince !== null) {
      resume();
      pause();
    }
    const missing = pausedMs;
    if (missing >= 1) {
      pausedMs = 0;
      timer = compareAfter(missing);
      return;
    }
    const came = socket.bytesRead - before;
    before += came;
    // Whoever has bytes unread, or all, is not slow: the service is.
    if (came >= least || body.complete || body.readableLength > 0) {
      timer = compareAfter(window);
      return;
    }
    end();
    onSlow();
  }

  function pause(): void {
    pausedSince = performance.now();
  }

  function resume(): void {
    if (pausedSince !== null) pausedMs += performance.now() - pausedSince;
    pausedSince = null;
  }

  function end(): void {
    ended = true;
    clearTimeout(timer);
  }
}
