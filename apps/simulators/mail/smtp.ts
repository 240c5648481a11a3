import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Mailbox, Message } from './mailbox';

export interface Smtp {
  readonly port: number;
  stop(): Promise<void>;
}

const largestMessage = 10 * 1024 * 1024;

/** Takes mail for everybody from anybody on loopback; says 250 once the message is in the mailbox. */
export async function startSmtp(mailbox: Mailbox, port: number): Promise<Smtp> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(null, { user: 'anyone' }),
    disableReverseLookup: true,
    size: largestMessage,
    closeTimeout: 1_000,
    logger: false,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => {
        if (!stream.sizeExceeded) chunks.push(chunk);
      });
      stream.on('end', () => {
        if (stream.sizeExceeded) return done(Object.assign(new Error('Message too large'), { responseCode: 552 }));
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        parseMessages(Buffer.concat(chunks), recipients)
          .then((messages) => mailbox.add(messages))
          .then(
            () => done(),
            (error: unknown) => done(error instanceof Error ? error : new Error('Not stored')),
          );
      });
    },
  });
  // A client that disconnects in the middle of a session must not end the server.
  server.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
  const address = server.server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function parseMessages(raw: Buffer, recipients: readonly string[]): Promise<readonly Message[]> {
  const { subject = '', text = '', html = '' } = await PostalMime.parse(raw);
  const received_at = new Date().toISOString();
  return recipients.map((to) => ({ to, subject, text: text.trimEnd(), html, links: linksIn(text, html), received_at }));
}

/** Every web address of a mail once, in order: those of the HTML's `href` first, then those that stand in the text. */
export function linksIn(text: string, html: string): readonly string[] {
  const hrefs = [...html.matchAll(/href\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].map(([, double, single]) =>
    unescapeHtml(double ?? single ?? ''),
  );
  const bare = [...text.matchAll(/https?:\/\/[^\s<>"')\]]+/gi)].map(([address]) => address.replace(/[.,;:!?]+$/, ''));
  return [...new Set([...hrefs, ...bare])].filter((address) => /^https?:\/\//i.test(address));
}

function unescapeHtml(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
