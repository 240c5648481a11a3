import { Rejected } from '@pps/kernel';
import type { FastifyRequest } from 'fastify';
import { giveUpBody } from './drain';
import type { IncomingMessage } from 'node:http';
import type { Configuration } from '@pps/runtime';

/** The chunks of a body; throws `Rejected` with 408 where it comes too slowly. What the reader does with a chunk takes no time from the sender. */
export async function* steadyChunks({ raw, server }: Pick<FastifyRequest, 'raw' | 'server'>): AsyncGenerator<Buffer> {
  const chunks = (raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  let refuse: (slow: Rejected) => void = () => undefined;
  const slow = new Promise<never>((_, reject) => (refuse = reject));
  const watch = watchLeastRate(raw, server.bodyAdmission.settings, () => {
    giveUpBody(raw);
    refuse(tooSlow());
  });
  let isAsked = true;
  try {
    for (let next = await Promise.race([chunks.next(), slow]); !next.done; next = await Promise.race([chunks.next(), slow])) {
      isAsked = false;
      watch.pause();
      yield next.value;
      watch.resume();
      isAsked = true;
    }
  } finally {
    watch.end();
    // Its listener would keep the rest of the body from being drained; one that waits for a chunk ends with that.
    const ended = chunks.return?.();
    if (!isAsked) await ended;
  }
}

/** Whether a body turns out to have no bytes; one that has any is left to be read on. Throws as `steadyChunks` does. */
export async function endsEmpty(request: FastifyRequest): Promise<boolean> {
  for await (const chunk of steadyChunks(request)) {
    if (chunk.length > 0) return false;
  }
  return true;
}

export const tooSlow = (): Rejected =>
  new Rejected(
    'bad_request',
    'The body came too slowly',
    {},
    { status: 408, remediation: 'Send the body without pauses, or less at once.' },
  );

type Settings = Pick<Configuration, 'BODY_LEAST_RATE' | 'BODY_RATE_WINDOW'>;

interface RateWatch {
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
