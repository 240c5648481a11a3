import type { FastifyInstance } from 'fastify';
import { queryOf } from '../http/form';
import { pageRange } from '../pages/page-range';
import { sendSimulatorPage } from '../pages/simulator-page';
import type { Mailbox } from './mailbox';
import { mailboxPage, messagePage, missingMessagePage } from './mailbox.page';

/** Everything under `/mail`: the mailbox as pages for people and as JSON for programs. */
export function mailRoutes(mailbox: Mailbox, smtpPort: () => number) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/settings', async () => ({ smtp_port: smtpPort() }));
    app.get('/messages', async (request) =>
      mailbox
        .list(queryOf(request)['to'])
        .map(({ to, subject, text, html, links, received_at }) => ({ to, subject, text, html, links, received_at })),
    );
    mailPageRoutes(app, mailbox);
  };
}

interface OneMessage {
  readonly Params: { readonly id: string };
}

const shown = 50;
// A mail may look as it likes, and do nothing: no script, no form, nothing loaded from elsewhere. Its links open windows of their own.
const mailPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ');

function mailPageRoutes(app: FastifyInstance, mailbox: Mailbox): void {
  app.get('/', async (request, reply) => {
    const { to = '', page } = queryOf(request);
    const found = mailbox.list(to.trim() === '' ? undefined : to);
    const range = pageRange(page, found.length, shown);
    const messages = found.slice(found.length - range.to, found.length - range.from).reverse();
    return sendSimulatorPage(reply, mailboxPage({ messages, count: found.length, range, to: to.trim() }));
  });
  app.get<OneMessage>('/message/:id', async (request, reply) => {
    const message = mailbox.find(request.params.id);
    return sendSimulatorPage(reply, message ? messagePage(message) : missingMessagePage());
  });
  app.get<OneMessage>('/message/:id/html', async (request, reply) => {
    const message = mailbox.find(request.params.id);
    if (!message) return sendSimulatorPage(reply, missingMessagePage());
    return reply
      .headers({ 'content-security-policy': mailPolicy, 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' })
      .type('text/html; charset=utf-8')
      .send(`<!doctype html><html lang="en"><title>Mail</title><base target="_blank">${message.html}`);
  });
}
