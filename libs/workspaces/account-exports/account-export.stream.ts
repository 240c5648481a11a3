import type { StreamType } from '@pps/event-store';
import { accountExport, type AccountExportState } from './account-export.decider';
import type { AccountExportFact } from './account-export.events';

/** `account_export-<organizationId>`: the archives of everything that is stored of an account, one at a time. */
export const accountExportStream: StreamType<AccountExportState, AccountExportFact> = {
  category: 'account_export',
  decider: accountExport,
  facts: { AccountExportRequested: 1, AccountExportReady: 1, AccountExportDownloaded: 1, AccountExportEnded: 1 },
  snapshot: { version: 1, every: 100 },
};
