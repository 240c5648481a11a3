import { Rejected } from '@pps/kernel';
import type { FastifyRequest } from 'fastify';
import { drain, askForBody } from './drain';
import { steadyChunks } from './steady-chunks';

const smallestBuffer = 4 * 1024;

/**
 * Reads a whole body of at most `limit` bytes, as far as its sender may send so much. Throws Fastify's 413 for a longer one and `Overloaded` while too much
 * is held, after reading the rest, or the client would not see the answer; `Rejected` with 408 for one that comes too slowly.
 */
export async function receiveBody(request: FastifyRequest, limit: number): Promise<Buffer> {
  const { raw, headers, server } = request;
  const held = server.bodyAdmission.begin(request);
  try {
    const declared = Number(headers['content-length'] ?? 0);
    await held.hold(declared, limit);
    askForBody(raw);
    // Chunks are copied: each keeps some hundred bytes of its own, and a client may send them of one byte.
    let body = Buffer.allocUnsafe(declared);
    let size = 0;
    for await (const chunk of steadyChunks(request)) {
      const grown = size + chunk.length;
      if (grown > body.length) {
        const room = Math.max(grown, Math.min(limit, Math.max(smallestBuffer, body.length * 2)));
        await held.hold(grown, limit);
        body = Buffer.concat([body.subarray(0, size)], room);
      }
      chunk.copy(body, size);
      size = grown;
    }
    return body.subarray(0, size);
  } catch (error) {
    if (!(error instanceof Rejected)) await drain(raw);
    throw error;
  }
}
