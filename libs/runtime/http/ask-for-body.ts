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
