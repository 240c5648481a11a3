import { NotFound } from '@pps/kernel';
import type { Configuration } from '@pps/runtime';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { preferredEncoding } from '../http/compress-answers';
import { webRoot } from '../web/render-page';
import { isConsolePage } from './console-pages';
import { readConsole, type BuiltConsole, type ConsoleEncoding } from './read-console';

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // Its one rule names the worker that verifies histories, whatever it is asked for.
  'trusted-types pps-verifier',
].join('; ');

/** Of a file that runs as a worker: it may load files of ours, and speak to nobody. */
const workerPolicy = "default-src 'none'; script-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'";

const documentHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
};

/** Serves the console: its document at each of its pages, its files at `/app/console/…`. They are read when somebody first asks for them. */
export function serveConsole(fastify: FastifyInstance, config: Configuration): void {
  const root = webRoot(config);
  let built: BuiltConsole | null = null;
  const opened = (): BuiltConsole | null => (built ??= readConsole(root));

  fastify.addHook('onRequest', (request, reply, done) => {
    const page = request.url.startsWith('/app') && isConsolePage(request, root) ? opened() : null;
    if (page === null) done();
    else void reply.headers(documentHeaders).send(page.document);
  });

  fastify.get('/app/console/:file', (request: FastifyRequest, reply: FastifyReply) => {
    const file = opened()?.files.get((request.params as { readonly file: string }).file);
    if (!file) throw new NotFound('File', 'Load the page again.');
    const encoding = preferredEncoding(request) as ConsoleEncoding;
    void reply.headers({
      ...{ 'content-type': file.type, 'content-security-policy': workerPolicy },
      ...{ vary: 'accept-encoding', 'cache-control': 'public, max-age=31536000, immutable' },
    });
    if (encoding !== 'identity') void reply.header('content-encoding', encoding);
    return reply.send(file.bodies[encoding]);
  });
}
