import { join } from 'node:path';
import { openJournaledStore } from '../journal/journaled-store';

export interface Message {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly links: readonly string[];
  readonly received_at: string;
}

export interface StoredMessage extends Message {
  readonly id: string;
}

export interface Mailbox {
  /** Resolves when the messages are stored; of more than 10,000 the oldest are dropped. */
  add(messages: readonly Message[]): Promise<void>;
  /** Oldest first, of all when no address is given. */
  list(to: string | undefined): readonly StoredMessage[];
  find(id: string): StoredMessage | undefined;
  close(): Promise<void>;
}

const mostMessages = 10_000;

/** All mail that was sent, in a file of the folder. */
export async function openMailbox(folder: string): Promise<Mailbox> {
  const store = await openJournaledStore(join(folder, 'mail.ndjson'));
  const messages = store.table<StoredMessage>('messages');
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
    find: (id) => messages.get(id),
    close: () => store.close(),
  };
}
