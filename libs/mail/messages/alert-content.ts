import type { MailContent } from './compose-mail';

export interface Addressed {
  readonly to: string;
  readonly requestId: string;
}

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

interface FinishedImport {
  readonly importJobId: string;
  readonly totalRows: number;
  readonly createdRows: number;
  readonly existingRows: number;
  readonly failedRows: number;
}

/** The mail about an import that took long and is worked off. */
export const importFinishedAlertContent = ({
  to,
  requestId,
  appUrl,
  importJobId,
  totalRows,
  createdRows,
  existingRows,
  failedRows,
}: Addressed & FinishedImport & { readonly appUrl: string }): MailContent => ({
  to,
  id: `import_finished.${requestId}`,
  subject: failedRows > 0 ? `Your import is done, ${failedRows} of ${totalRows} rows failed` : 'Your import is done',
  paragraphs: [
    `All ${totalRows} rows of the file are done: ${createdRows} created, ${existingRows} there before, ${failedRows} failed.`,
    ...(failedRows > 0 ? ['The failed rows can be downloaded with the reason of each, mended, and sent again as they are.'] : []),
  ],
  link: { url: `${appUrl}/imports?job_id=${importJobId}`, text: 'Look at the import' },
});
