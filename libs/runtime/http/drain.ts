import type { IncomingMessage } from 'node:http';
import { isBodyHeldBack } from './ask-for-body';

/** Bodies of which no more is waited for. */
const givenUp = new WeakSet<IncomingMessage>();

/** From now on the rest of a body is dropped as it comes, and nobody waits for its end. */
export function giveUpBody(incoming: IncomingMessage): void {
  givenUp.add(incoming);
  incoming.resume();
}

/** Reads and drops the rest of a refused body, at most 64 MiB or 5 s, because a connection closed on unread bytes loses the answer. Nothing comes of one that was not asked for yet. */
export function drain(incoming: IncomingMessage): Promise<void> {
  if (incoming.complete || incoming.destroyed || givenUp.has(incoming) || isBodyHeldBack(incoming)) return Promise.resolve();
  return new Promise((resolve) => {
    let left = 64 * 1024 * 1024;
    const timer = setTimeout(finish, 5_000);
    incoming.on('data', count).once('end', finish).once('close', finish).once('error', finish).resume();

    function count(chunk: Buffer): void {
      left -= chunk.length;
      if (left < 0) finish();
    }

    function finish(): void {
      clearTimeout(timer);
      incoming.off('data', count);
      givenUp.add(incoming);
      resolve();
    }
  });
}
