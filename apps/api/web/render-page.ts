import type { Configuration } from '@pps/runtime';
import type { FastifyReply } from 'fastify';
import { type WebPage, html, textOf } from './web-page';
import { assetVersion } from '@pps/web-pages';

const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'self'",
  "frame-ancestors 'none'",
].join('; ');

export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
} as const;

/** Sets status and headers of a page, and gives its text. */
export function renderPage(page: WebPage, reply: FastifyReply, configuration: Pick<Configuration, 'PUBLIC_URL'>): string {
  void reply.status(page.status ?? 200).headers(pageHeaders);
  if (page.formTarget !== undefined)
    void reply.header('content-security-policy', policy.replace("form-action 'self'", `form-action 'self' ${page.formTarget}`));
  return pageDocumentOf(page, webRoot(configuration), assetVersion);
}

/** The whole document of a page; `root` is the web app's path, `version` that of its style and script. */
export function pageDocumentOf({ title, tone, isWide, content }: WebPage, root: string, version: string): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title} · Pin Publishing Service</title>
<base href="${root}/">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" type="image/svg+xml" href="assets/icon.svg?v=${version}">
<link rel="stylesheet" href="assets/app.css?v=${version}">
<script src="assets/app.js?v=${version}" defer></script>
</head>
<body${isWide === true && html` class="wide"`}>
<header><a href="${root}"><img src="assets/icon.svg?v=${version}" alt="" width="28" height="28">Pin Publishing Service</a></header>
<main${tone ? html` class="${tone}"` : ''}>
<h1>${title}</h1>
${content}
</main>
<footer><a href="../docs/manual">Manual</a> · <a href="../docs">Interface description</a></footer>
</body>
</html>
`;
  return textOf(page);
}

/** The path of these pages as a browser sees it; a proxy may have put one before it. */
export const webRoot = ({ PUBLIC_URL }: Pick<Configuration, 'PUBLIC_URL'>): string =>
  `${new URL(PUBLIC_URL).pathname.replace(/\/+$/, '')}/app`;
