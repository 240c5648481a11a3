import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Answers that a client waits for before it sends its body. */
const waiting = new WeakMap<IncomingMessage, ServerResponse>();

/** Leaves a client that sent `Expect: 100-continue` waiting until somebody wants its body; a refusal comes without it. */
export function awaitWantedBodies(fastify: FastifyInstance): void {
  fastify.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.set(request, response);
    fastify.routing(request, response);
  });
}

/** Lets a client that waits send its body. */
export function askForBody(request: IncomingMessage): void {
  waiting.get(request)?.writeContinue();
  waiting.delete(request);
}

/** Whether the client still waits to be asked for its body. */
export const isBodyHeldBack = (request: IncomingMessage): boolean => waiting.has(request);

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
