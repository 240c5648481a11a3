import type { Addressed } from './alert-content';
import type { MailContent } from './compose-mail';

/** A webhook as mails name it; `host` is the host of its URL. */
export interface NamedWebhook extends Addressed {
  readonly webhookId: string;
  readonly host: string;
}

/** The mail about a webhook that the service disabled. */
export const webhookDisabledAlertContent = ({ to, requestId, webhookId, host }: NamedWebhook): MailContent => ({
  to,
  id: `webhook_disabled.${requestId}`,
  subject: 'A webhook was disabled',
  paragraphs: [
    `Every delivery to the webhook ${webhookId} at ${host} has failed for five days, so nothing more is sent to it.`,
    'Mend the endpoint, then enable the webhook again: what it missed waits for it for 90 days.',
  ],
});

/** The mail about a webhook of which every delivery failed since `since`, for a day. */
export const webhookFailingAlertContent = ({
  to,
  requestId,
  webhookId,
  host,
  since,
}: NamedWebhook & { readonly since: string }): MailContent => ({
  to,
  id: `webhook_failing.${requestId}`,
  subject: 'A webhook has been failing for a day',
  paragraphs: [
    `Every delivery to the webhook ${webhookId} at ${host} has failed since ${since}.`,
    'Deliveries are tried again for about two days each. After five days of nothing but failure the webhook is disabled.',
  ],
});

/** The mail about a webhook to which a delivery succeeded after `webhookFailingAlertContent`. */
export const webhookRecoveredAlertContent = ({ to, requestId, webhookId, host }: NamedWebhook): MailContent => ({
  to,
  id: `webhook_recovered.${requestId}`,
  subject: 'A webhook works again',
  paragraphs: [`A delivery to the webhook ${webhookId} at ${host} has succeeded again. What failed meanwhile is tried again in its time.`],
});
