import { createTransport } from 'nodemailer';
import type { Mail } from '../messages/mail';

/** Port to the mail server. `send` resolves when the server has accepted the mail. */
export interface MailTransport {
  send(mail: Mail): Promise<void>;
}

const timeoutMs = 10_000;

/** Sends mails over SMTP, each on a new connection; connecting, greeting and every answer may take 10 s. */
export function openMailTransport(smtpUrl: string, from: string): MailTransport {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      await transport.sendMail({ from, ...mail, headers: { ...mail.headers } });
    },
  };
}
