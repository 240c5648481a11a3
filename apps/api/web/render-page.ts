import type { Configuration } from '@pps/runtime';
import type { FastifyReply } from 'fastify';
import { pageDocumentOf } from './page-document';
import type { WebPage } from './web-page';
import { assetVersion } from './web-assets';
import { webRoot } from './web-root';

const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Sets status and headers of a page, and gives its text. */
export function renderPage(page: WebPage, reply: FastifyReply, configuration: Configuration): string {
  void reply.status(page.status ?? 200).headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cross-origin-opener-policy': 'same-origin',
  });
  return pageDocumentOf(page, webRoot(configuration), assetVersion);
}
