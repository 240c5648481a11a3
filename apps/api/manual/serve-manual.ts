import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cleanOutsideText } from '@pps/kernel';
import type { Configuration } from '@pps/runtime';
import { formText } from '../web/form-fields';
import { pageDocumentOf, pageHeaders, renderPage, webRoot } from '../web/render-page';
import { assetVersion } from '@pps/web-pages';
import { openManual, type Manual } from './manual';
import { manualPage, searchPage } from './manual.page';
import { sendText, taggedText, type TaggedText } from './send-text';
import { longestQuestion } from './search-sections';

const nothingInside = { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" };
const inMarkdown = { ...nothingInside, 'content-type': 'text/markdown; charset=utf-8' };
const inPlainText = { ...nothingInside, 'content-type': 'text/plain; charset=utf-8' };
// A picture drawn by our own scripts has styles of its own, and nothing that runs.
const asPicture = { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'" };

/** Only what looks like a page: whatever else lies below `/docs` belongs to the viewer of the interface's description. */
const pageName = '^[a-z-]+(?:\\.(?:md|mjs|py))?$';

/**
 * Serves the manual: each page at `/docs/<page>` for people and at `/docs/<page>.md` for programs, `/docs/search`, `/llms.txt` and `/llms-full.txt`. It is
 * read when somebody first asks for it.
 */
export function serveManual(fastify: FastifyInstance, config: Configuration): void {
  const root = webRoot(config);
  const manualRoot = root.replace(/\/app$/, '/docs');
  const publicRoot = `${config.PUBLIC_URL.replace(/\/+$/, '')}/docs`;
  let opened: Manual | undefined;
  const manual = (): Manual =>
    (opened ??= openManual({ hrefOf: (address) => `${manualRoot}/${address}`, urlOf: (address) => `${publicRoot}/${address}` }));

  const inFolder = (folder: string) => (request: FastifyRequest, reply: FastifyReply) => {
    const { '*': rest, page = rest } = request.params as { readonly page?: string; readonly '*'?: string };
    return send(`${folder}${page}`, request, reply);
  };
  fastify.get(`/docs/:page(${pageName})`, inFolder(''));
  for (const folder of ['decisions', 'errors']) fastify.get(`/docs/${folder}/:page`, inFolder(`${folder}/`));
  for (const folder of ['analytics', 'pictures']) fastify.get(`/docs/${folder}/*`, inFolder(`${folder}/`));
  fastify.get('/docs/search', search);
  fastify.get(
    '/llms.txt',
    sendList((all) => all.llms()),
  );
  fastify.get(
    '/llms-full.txt',
    sendList((all) => all.llmsFull()),
  );

  /** What was sent before, by its path: as many as there are pages and files. */
  const sent = new Map<string, TaggedText>();
  function kept(path: string, make: () => string | Buffer): TaggedText {
    const text = sent.get(path) ?? taggedText(make());
    sent.set(path, text);
    return text;
  }

  function sendList(textOf: (all: Manual) => string | null) {
    return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
      const text = textOf(manual());
      const { url = '' } = request.routeOptions;
      return text === null
        ? sendNothing(reply)
        : sendText(
            kept(url, () => text),
            inPlainText,
            request,
            reply,
          );
    };
  }

  async function send(path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const text = path.endsWith('.md') ? manual().markdown(path.slice(0, -'.md'.length)) : null;
    if (text !== null)
      return sendText(
        kept(path, () => text),
        inMarkdown,
        request,
        reply,
      );
    const file = manual().attachment(path);
    if (file) {
      const policy = file.type.startsWith('image/') ? asPicture : nothingInside;
      return sendText(
        kept(path, () => file.body),
        { 'content-type': file.type, ...policy },
        request,
        reply,
      );
    }
    const page = await manual().page(path);
    if (!page) return sendNothing(reply);
    return sendText(
      kept(path, () => pageDocumentOf(manualPage(path, page), root, assetVersion)),
      pageHeaders,
      request,
      reply,
    );
  }

  async function search({ query }: FastifyRequest, reply: FastifyReply): Promise<string> {
    const question = cleanOutsideText(formText(query, 'q'), longestQuestion).trim();
    void reply.header('cache-control', 'no-store');
    return renderPage(searchPage(question, await manual().search(question)), reply, config);
  }
}

function sendNothing(reply: FastifyReply): FastifyReply {
  reply.callNotFound();
  return reply;
}
