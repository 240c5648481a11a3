import compress from '@fastify/compress';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { constants } from 'node:zlib';
import { hasRouteSetting } from './route-setting.decorator';

/** Below this a packet carries the answer anyway. */
const smallestBytes = 1024;
/** Up to here compressing takes less than half a millisecond, and less than handing it to another thread. */
const largestAtOnceBytes = 256 * 1024;

const compressedTypes = /^(application\/(problem\+)?json|text\/(css|csv|plain|javascript)|application\/(javascript|yaml))\b/;
const readsOnly: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * Compresses answers of 1 kB and more with brotli or gzip, as the client prefers. Not compressed: what is sent as a stream (files, archives, exports),
 * pages, which a browser asks for with its cookie, and what a change answers, which may be a new secret beside what the client wrote; answers to bulk changes and refusals have none.
 */
export async function compressAnswers(fastify: FastifyInstance): Promise<void> {
  await fastify.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: smallestBytes,
    syncThreshold: largestAtOnceBytes,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
    zlibOptions: { level: 1 },
    globalDecompression: false,
  });
  // Runs before the hook of the library, which belongs to the route.
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (isCompressible(request, reply, payload)) describeVariants(reply);
    else request.headers['x-no-compression'] = 'true';
    done();
  });
}

function isCompressible(request: FastifyRequest, reply: FastifyReply, payload: unknown): boolean {
  const isText = typeof payload === 'string' || Buffer.isBuffer(payload);
  if (!isText || !compressedTypes.test(String(reply.getHeader('content-type') ?? ''))) return false;
  return readsOnly.has(request.method) || reply.statusCode >= 400 || hasRouteSetting(request, 'bulkWork');
}

/** Tells caches that the answer differs by `Accept-Encoding`: its tag is of what it says, not of its bytes. */
function describeVariants(reply: FastifyReply): void {
  const varies = String(reply.getHeader('vary') ?? '');
  if (!/\baccept-encoding\b/i.test(varies)) void reply.header('vary', varies === '' ? 'accept-encoding' : `${varies}, accept-encoding`);
  const tag = reply.getHeader('etag');
  if (typeof tag === 'string' && tag.startsWith('"')) void reply.header('etag', `W/${tag}`);
}
