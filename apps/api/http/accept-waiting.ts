import type { Server } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** In so short a turn nobody can have come since the waiting ones were looked for. */
const shortTurnMs = 0.1;
const choosyMs = 500;
const longestMs = 1_000;

/**
 * Resolves when no connection waits to be accepted, so that the server may close: those that still wait then are reset, with what was sent on them.
 * A turn of the event loop accepts one. While they never cease to come, a turn that was not short is enough after 500 ms, and any after 1 s.
 */
export async function acceptWaiting(server: Server): Promise<void> {
  let accepted = 0;
  const count = () => void (accepted += 1);
  server.on('connection', count);
  const begunAt = performance.now();
  await nextTurn();
  for (;;) {
    const [before, at] = [accepted, performance.now()];
    await nextTurn();
    const now = performance.now();
    const isShort = now - at < shortTurnMs || now - begunAt > choosyMs;
    if ((accepted === before && isShort) || now - begunAt > longestMs) break;
  }
  server.off('connection', count);
}
