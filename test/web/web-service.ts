import type { Mail } from '@pps/mail';
import { findFreePort } from '@pps/embedded';
import { startMailService, type MailService } from '../setup/mail-service';
import { platformSettings } from '../setup/platform-service';

export interface WebService extends MailService {
  /** Every mail as it was handed to the mail server. */
  readonly mails: readonly Mail[];
}

/** A service with simulators of all third parties, whose links lead to its own pages because no other web app is set. */
export async function startWebService(settings: Readonly<Record<string, string>> = {}): Promise<WebService> {
  const mails: Mail[] = [];
  const port = String(await findFreePort());
  const service = await startMailService(
    ({ url }) => ({
      PORT: port,
      APP_URL: '',
      ...platformSettings(url),
      GOOGLE_ISSUER: `${url}/identity`,
      GOOGLE_CLIENT_ID: 'pins',
      GOOGLE_CLIENT_SECRET: 'simulated',
      ...settings,
    }),
    (smtp) => ({
      async send(mail) {
        mails.push(mail);
        await smtp.send(mail);
      },
    }),
  );
  return { ...service, mails };
}
