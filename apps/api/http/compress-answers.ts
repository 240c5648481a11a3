import compress from '@fastify/compress';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { Readable } from 'node:stream';
import { constants } from 'node:zlib';
import { hasRouteSetting } from './route-setting.decorator';

/** Below this a packet carries the answer anyway. */
const smallestBytes = 1024;
/** Up to here compressing takes less than half a millisecond, and less than handing it to another thread. */
const largestAtOnceBytes = 256 * 1024;

const compressedTypes = /^(application\/((problem\+)?json|javascript|yaml)|text\/(css|csv|plain|javascript|markdown)|image\/svg\+xml)(;|$)/;
/** A page that everybody may keep has nothing of who asked in it. */
const publicPage = (reply: FastifyReply): boolean =>
  /^text\/html\b/.test(typeOf(reply)) && /^public\b/.test(String(reply.getHeader('cache-control') ?? ''));
const typeOf = (reply: FastifyReply): string => String(reply.getHeader('content-type') ?? '');
const identity = 'identity';
const readsOnly: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * Compresses answers of 1 kB and more with brotli or gzip, as the client prefers. Not compressed: what is sent as a stream (files, archives, exports),
 * pages for one reader, which a browser asks for with its cookie, and what a change answers, which may be a new secret beside what the client wrote; answers to bulk changes and refusals have none.
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
    const compressible = isCompressible(request, reply, payload);
    if (compressible) describeVariants(reply);
    const encoding = compressible ? preferredEncoding(request) : identity;
    if (encoding === identity) request.headers['x-no-compression'] = 'true';
    else request.headers['accept-encoding'] = encoding;
    // How long it would be compressed nobody knows; of a stream Fastify tells no length.
    if (request.method === 'HEAD' && encoding !== identity && Buffer.byteLength(payload as string | Buffer) >= smallestBytes) {
      request.headers['x-no-compression'] = 'true';
      done(null, Readable.from([]));
    } else done();
  });
}

/** As RFC 9110 section 12.5.3 has it. The library itself (9.2.0) takes `*` for gzip whatever else is said, and never prefers no encoding. */
export const preferredEncoding = ({ headers }: Pick<FastifyRequest, 'headers'>): string => {
  const negotiator: PreferringNegotiator = new Negotiator({ headers });
  return negotiator.encoding(['br', 'gzip', identity], { preferred: ['br', 'gzip'] }) ?? identity;
};

/** The types of negotiator (0.6.5) do not know the option of 1.0. */
interface PreferringNegotiator {
  encoding(available: string[], options: { readonly preferred: string[] }): string | undefined;
}

function isCompressible(request: FastifyRequest, reply: FastifyReply, payload: unknown): boolean {
  const isText = typeof payload === 'string' || Buffer.isBuffer(payload);
  if (!isText || !(compressedTypes.test(typeOf(reply)) || publicPage(reply))) return false;
  return readsOnly.has(request.method) || reply.statusCode >= 400 || hasRouteSetting(request, 'bulkWork');
}

/** Tells caches that the answer differs by `Accept-Encoding`: its tag is of what it says, not of its bytes. */
function describeVariants(reply: FastifyReply): void {
  const varies = String(reply.getHeader('vary') ?? '');
  if (!/\baccept-encoding\b/i.test(varies)) void reply.header('vary', varies === '' ? 'accept-encoding' : `${varies}, accept-encoding`);
  const tag = reply.getHeader('etag');
  if (typeof tag === 'string' && tag.startsWith('"')) void reply.header('etag', `W/${tag}`);
}
