import { factsOf, type RecordedFact } from '@pps/event-store';
import { accountExportStream, type AccountExportFact } from '@pps/workspaces/events';
import { activitySource, type Activity } from './activity';

/** What became of the archives of an account. */
export const accountExportActivities = activitySource(factsOf(accountExportStream), (fact: RecordedFact<AccountExportFact>): Activity => {
  const resource = { status: 'success' as const, resourceType: 'account_export', resourceId: fact.data.exportId };
  switch (fact.type) {
    case 'AccountExportRequested':
      return { ...resource, action: 'account_export.requested', message: 'An archive of everything in the account was asked for.' };
    case 'AccountExportReady': {
      const { sizeBytes, fileCount, expiresAt } = fact.data;
      const metadata = { size_bytes: sizeBytes, file_count: fileCount, expires_at: expiresAt };
      return { ...resource, action: 'account_export.ready', message: 'The archive of the account can be downloaded.', metadata };
    }
    case 'AccountExportDownloaded':
      return { ...resource, action: 'account_export.downloaded', message: 'The archive of the account was downloaded by its link.' };
    case 'AccountExportEnded': {
      const { reason } = fact.data;
      const status = reason === 'failed' ? 'failed' : 'success';
      return {
        ...resource,
        status,
        action: 'account_export.ended',
        message: `The archive of the account ended: ${reason}.`,
        metadata: { reason },
      };
    }
  }
});
