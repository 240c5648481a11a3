import { createTransport } from 'nodemailer';
import type { Mail } from '../messages/compose-mail';

/** Port to the mail server. `send` resolves when the server has accepted the mail. */
export interface MailTransport {
  send(mail: Mail): Promise<void>;
}

const timeoutMs = 10_000;

const settingsOf = (smtpUrl: string) => ({
  url: smtpUrl,
  connectionTimeout: timeoutMs,
  greetingTimeout: timeoutMs,
  socketTimeout: timeoutMs,
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** Throws for an address that cannot be read; connects to nothing. */
export function readMailAddress(smtpUrl: string): void {
  const { hostname, port, username, password } = new URL(smtpUrl);
  if (hostname === '' || port === '0') throw new Error('it names no server');
  decodeURIComponent(`${username}${password}`);
}

/** Signs in to the mail server and sends nothing. Throws where it does not answer, or refuses user and password. */
export async function checkMailServer(smtpUrl: string): Promise<void> {
  const transport = createTransport(settingsOf(smtpUrl));
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Sends mails over SMTP, each on a new connection; connecting, greeting and every answer may take 10 s. */
export function openMailTransport(smtpUrl: string, from: string): MailTransport {
  const transport = createTransport(settingsOf(smtpUrl));
  return {
    async send(mail) {
      await transport.sendMail({ from, ...mail, headers: { ...mail.headers } });
    },
  };
}
