import type { MailContent } from './compose-mail';

/** The mail about an account whose tokens the platform no longer accepts; `username` is the user's at the platform. */
export const reconnectRequiredAlertContent = (appUrl: string, accountId: string, username: string): MailContent => ({
  subject: 'Connect your platform account again',
  paragraphs: [
    `The platform no longer accepts the connection of the account ${username}, so nothing can be published on it.`,
    'What waits to be published on it fails until then. Connecting it again does not count towards the limit of your plan.',
  ],
  link: { url: `${appUrl}/connections?account_id=${accountId}`, text: 'Connect it again' },
});

/** The mail about an API key that ends at `until`, two weeks before; of the key it says how it begins, as its name was chosen freely. */
export const keyExpiringAlertContent = (prefix: string, until: string): MailContent => ({
  subject: 'An API key ends soon',
  paragraphs: [
    `The API key that begins with ${prefix} works until ${until}. From then on it is refused, and so are the keys that it made; the webhooks that it made are disabled.`,
    'If something still uses it, make another one in time, and put it where this one is. Where it came from signing in with the command line, sign in there again.',
  ],
});

export interface FinishedImport {
  readonly importJobId: string;
  readonly totalRows: number;
  readonly createdRows: number;
  readonly existingRows: number;
  readonly failedRows: number;
}

/** The mail about an import that took long and is worked off. */
export function importFinishedAlertContent(
  appUrl: string,
  { importJobId, totalRows, createdRows, existingRows, failedRows }: FinishedImport,
): MailContent {
  return {
    subject: failedRows > 0 ? `Your import is done, ${failedRows} of ${totalRows} rows failed` : 'Your import is done',
    paragraphs: [
      `All ${totalRows} rows of the file are done: ${createdRows} created, ${existingRows} there before, ${failedRows} failed.`,
      ...(failedRows > 0 ? ['The failed rows can be downloaded with the reason of each, mended, and sent again as they are.'] : []),
    ],
    link: { url: `${appUrl}/imports?job_id=${importJobId}`, text: 'Look at the import' },
  };
}

/** A webhook as mails name it; `host` is the host of its URL. */
export interface NamedWebhook {
  readonly webhookId: string;
  readonly host: string;
}

/** The mail about a webhook that the service disabled. */
export const webhookDisabledAlertContent = ({ webhookId, host }: NamedWebhook): MailContent => ({
  subject: 'A webhook was disabled',
  paragraphs: [
    `Every delivery to the webhook ${webhookId} at ${host} has failed for five days, so nothing more is sent to it.`,
    'Mend the endpoint, then enable the webhook again: what it missed waits for it for 90 days.',
  ],
});

/** The mail about a webhook of which every delivery failed since `since`, for a day. */
export const webhookFailingAlertContent = ({ webhookId, host }: NamedWebhook, since: string): MailContent => ({
  subject: 'A webhook has been failing for a day',
  paragraphs: [
    `Every delivery to the webhook ${webhookId} at ${host} has failed since ${since}.`,
    'Deliveries are tried again for about two days each. After five days of nothing but failure the webhook is disabled.',
  ],
});

/** The mail about a webhook to which a delivery succeeded after `webhookFailingAlertContent`. */
export const webhookRecoveredAlertContent = ({ webhookId, host }: NamedWebhook): MailContent => ({
  subject: 'A webhook works again',
  paragraphs: [`A delivery to the webhook ${webhookId} at ${host} has succeeded again. What failed meanwhile is tried again in its time.`],
});
