import { NotFound } from '@pps/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { referencePage } from './reference.page';

const own = join(__dirname, 'assets');
// The package itself would load what is meant for browsers.
const library = dirname(require.resolve('swagger-ui-dist/swagger-ui.css'));
const css = 'text/css; charset=utf-8';
const script = 'text/javascript; charset=utf-8';
/** Each with its folder; nothing else of the package is served. */
const files = {
  'swagger-ui.css': { folder: library, type: css },
  'swagger-ui-bundle.js': { folder: library, type: script },
  'viewer.css': { folder: own, type: css },
  'viewer.js': { folder: own, type: script },
  'known-values.js': { folder: own, type: script },
  'code-samples.js': { folder: own, type: script },
  'plain-references.js': { folder: own, type: script },
  'accessible-parts.js': { folder: own, type: script },
} as const;

/** Serves the page that shows the description of the interface at `/docs`, and its files at `/docs/viewer/…`; they are read when somebody first asks for them. */
export function serveViewer(fastify: FastifyInstance, publicUrl: string): void {
  const root = new URL(publicUrl).pathname.replace(/\/+$/, '');
  const bodies = new Map<string, Buffer>();
  const bodyOf = (name: keyof typeof files): Buffer => {
    const body = bodies.get(name) ?? readFileSync(join(files[name].folder, name));
    bodies.set(name, body);
    return body;
  };
  let page: string | undefined;
  const pageText = () => (page ??= referencePage(root, versionOf(Object.keys(files).map((name) => bodyOf(name as keyof typeof files)))));

  const sendPage = (_: FastifyRequest, reply: FastifyReply) => reply.type('text/html; charset=utf-8').send(pageText());
  fastify.get('/docs', sendPage);
  fastify.get('/docs/', sendPage);
  fastify.get('/docs/viewer/:file', ({ params }, reply) => {
    const { file: name } = params as { readonly file: string };
    if (!Object.hasOwn(files, name)) throw new NotFound('File', 'Check the path.');
    const known = name as keyof typeof files;
    return reply.header('cache-control', 'public, max-age=86400').type(files[known].type).send(bodyOf(known));
  });
}

/** Changes with any of the files, so that a browser may keep them. */
const versionOf = (bodies: readonly Buffer[]): string =>
  bodies
    .reduce((hash, body) => hash.update(body), createHash('sha256'))
    .digest('hex')
    .slice(0, 12);
