import type { MailContent } from './compose-mail';

interface Addressed {
  readonly to: string;
  readonly requestId: string;
}

/** The mail about a webhook that the service disabled; `host` is the host of its URL. */
export const webhookDisabledAlertContent = ({
  to,
  requestId,
  webhookId,
  host,
}: Addressed & { readonly webhookId: string; readonly host: string }): MailContent => ({
  to,
  id: `webhook_disabled.${requestId}`,
  subject: 'A webhook was disabled',
  paragraphs: [
    `Every delivery to the webhook ${webhookId} at ${host} has failed for five days, so nothing more is sent to it.`,
    'Mend the endpoint, then enable the webhook again: what it missed waits for it, and can be replayed for 90 days.',
  ],
});

/** The mail about an account whose tokens the platform no longer accepts; `username` is the user's at the platform. */
export const reconnectRequiredAlertContent = ({
  to,
  requestId,
  appUrl,
  accountId,
  username,
}: Addressed & { readonly appUrl: string; readonly accountId: string; readonly username: string }): MailContent => ({
  to,
  id: `reconnect_required.${requestId}`,
  subject: 'Connect your platform account again',
  paragraphs: [
    `The platform no longer accepts the connection of the account ${username}, so nothing can be published on it.`,
    'What waits to be published on it fails until then. Connecting it again does not count towards the limit of your plan.',
  ],
  link: { url: `${appUrl}/connections?account_id=${accountId}`, text: 'Connect it again' },
});
