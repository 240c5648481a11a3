import { assetVersion, html, textOf, type SafeHtml } from '@pps/web-pages';
import type { FastifyReply } from 'fastify';

/** Whose page it is: that of one of the third parties, or the one about all of them. */
export type SimulatedParty = 'platform' | 'identity' | 'payments' | 'mail' | 'all';

export interface SimulatorPage {
  readonly party: SimulatedParty;
  readonly title: string;
  readonly status?: number;
  readonly isWide?: boolean;
  readonly content: SafeHtml;
}

const names: Readonly<Record<SimulatedParty, string>> = {
  platform: 'Image-sharing network',
  identity: 'Identity provider',
  payments: 'Payment provider',
  mail: 'Mailbox',
  all: 'Simulators',
};

// The forms of these pages end with redirects to whoever sent the browser here, so they may lead anywhere.
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Answers with the page. */
export function sendSimulatorPage(reply: FastifyReply, page: SimulatorPage): FastifyReply {
  return reply
    .code(page.status ?? 200)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .send(simulatorDocument(page));
}

function simulatorDocument({ party, title, isWide, content }: SimulatorPage): string {
  const name = names[party];
  return textOf(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <title>${title} · ${name} (simulated)</title>
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <link rel="icon" type="image/svg+xml" href="/assets/icon.svg?v=${assetVersion}" />
          <link rel="stylesheet" href="/assets/app.css?v=${assetVersion}" />
        </head>
        <body class="${party}${isWide === true ? ' wide' : ''}">
          <header class="row">
            <a href="/"><img src="/assets/icon.svg?v=${assetVersion}" alt="" width="28" height="28" />${name}</a>
            <span class="badge">simulated</span>
          </header>
          <main>
            <h1>${title}</h1>
            ${content}
          </main>
          <footer>
            <p>It runs on this machine, and nothing here reaches anybody else. <a href="/">All simulators</a></p>
          </footer>
        </body>
      </html> `,
  );
}

/** A moment in UTC, as people write it. */
export const shownTime = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
