import type { MailWords } from './mail-of';

interface About {
  readonly to: string;
  readonly requestId: string;
}

/** The words of the mail about a webhook that was given up; `host` is where it points to. */
export const webhookDisabledWords = ({
  to,
  requestId,
  webhookId,
  host,
}: About & { readonly webhookId: string; readonly host: string }): MailWords => ({
  to,
  id: `webhook_disabled.${requestId}`,
  subject: 'A webhook was disabled',
  paragraphs: [
    `Every delivery to the webhook ${webhookId} at ${host} has failed for five days, so nothing more is sent to it.`,
    'Mend the endpoint, then enable the webhook again: what it missed waits for it, and can be replayed for 90 days.',
  ],
});

/** The words of the mail about an account whose tokens the platform no longer takes; `username` is the user's at the platform. */
export const reconnectWords = ({
  to,
  requestId,
  appUrl,
  accountId,
  username,
}: About & { readonly appUrl: string; readonly accountId: string; readonly username: string }): MailWords => ({
  to,
  id: `reconnect_required.${requestId}`,
  subject: 'Connect your platform account again',
  paragraphs: [
    `The platform no longer accepts the connection of the account ${username}, so nothing can be published on it.`,
    'What waits to be published on it fails until then. Connecting it again does not count towards the limit of your plan.',
  ],
  link: { url: `${appUrl}/connections?account_id=${accountId}`, text: 'Connect it again' },
});
