import { createTransport } from 'nodemailer';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same for every sending of the same mail, so that a repeat can be told. */
  readonly messageId: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Port: hands a mail to whoever delivers it; done when it was taken. */
export interface MailTransport {
  send(mail: Mail): Promise<void>;
}

const timeoutMs = 10_000;

/** Mails over SMTP, each on a connection of its own; connecting, greeting and every answer may take 10 s. */
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
