import type { FastifyInstance } from 'fastify';
import { join } from 'node:path';
import { queryOf } from '../http/form';
import { openJournaledStore } from '../journal/journaled-store';

export interface Message {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly links: readonly string[];
  readonly received_at: string;
}

export interface Mailbox {
  /** Resolves when the messages are stored; of more than 10,000 the oldest are dropped. */
  add(messages: readonly Message[]): Promise<void>;
  /** Oldest first, of all when no address is given. */
  list(to: string | undefined): readonly Message[];
  close(): Promise<void>;
}

const mostMessages = 10_000;

export async function openMailbox(folder: string): Promise<Mailbox> {
  const store = await openJournaledStore(join(folder, 'mail.ndjson'));
  const messages = store.table<Message & { readonly id: string }>('messages');
  return {
    add: (fresh) => {
      for (const message of fresh) {
        const id = String(store.next());
        messages.put(id, { ...message, id });
      }
      for (const oldest of [...messages.rows()].slice(0, Math.max(0, messages.size - mostMessages))) messages.remove(oldest.id);
      return store.flushed();
    },
    list: (to) => [...messages.rows()].filter((message) => to === undefined || message.to.toLowerCase() === to.trim().toLowerCase()),
    close: () => store.close(),
  };
}

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
