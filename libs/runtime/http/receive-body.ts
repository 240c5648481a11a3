import { errorCodes, type FastifyRequest } from 'fastify';
import { drain } from './drain';

/** Reads a whole body of at most `limit` bytes. Throws Fastify's 413 for a longer one, after reading the rest, or the client would not see the answer. */
export async function receiveBody({ raw, headers }: Pick<FastifyRequest, 'raw' | 'headers'>, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = Number(headers['content-length'] ?? 0);
  if (size <= limit) {
    size = 0;
    for await (const chunk of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) break;
      chunks.push(chunk);
    }
  }
  if (size <= limit) return Buffer.concat(chunks);
  await drain(raw);
  throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
}
