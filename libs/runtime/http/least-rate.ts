import type { IncomingMessage } from 'node:http';
import type { Configuration } from '../configuration/configuration';

type Settings = Pick<Configuration, 'BODY_LEAST_RATE' | 'BODY_RATE_WINDOW'>;

/** Calls `onSlow` once when a body comes more slowly than `BODY_LEAST_RATE` over a window; the function that it gives ends the watch. */
export function watchLeastRate({ socket }: IncomingMessage, settings: Settings, onSlow: () => void): () => void {
  const least = (settings.BODY_LEAST_RATE * settings.BODY_RATE_WINDOW) / 1_000;
  let before = socket.bytesRead;
  let ended = false;
  const compare = () => {
    if (ended) return;
    const came = socket.bytesRead - before;
    before += came;
    if (came >= least) return;
    end();
    onSlow();
  };
  // After the process stood still, what came meanwhile is read first.
  const timer = setInterval(() => setImmediate(compare), settings.BODY_RATE_WINDOW).unref();
  return end;

  function end(): void {
    ended = true;
    clearInterval(timer);
  }
}
