import type { FastifyInstance } from 'fastify';
import { queryOf } from '../http/form';
import type { Mailbox } from './mailbox';

export function mailRoutes(mailbox: Mailbox, smtpPort: () => number) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/settings', async () => ({ smtp_port: smtpPort() }));
    app.get('/messages', async (request) =>
      mailbox
        .list(queryOf(request)['to'])
        .map(({ to, subject, text, html, links, received_at }) => ({ to, subject, text, html, links, received_at })),
    );
  };
}
