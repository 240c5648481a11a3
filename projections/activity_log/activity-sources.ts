import { billingStream } from '@pps/billing/events';
import { type RecordedFact, factsOf } from '@pps/event-store';
import { accessStream, secondFactorStream, sessionStream, userStream } from '@pps/identity/events';
import { accountExportStream, organizationStream, type AccountExportFact } from '@pps/workspaces/events';
import { type Activity, type ActivitySource, activitySource } from './activity';
import { billingActivities, quotaActivities } from './billing-activity';
import { integrationActivity } from './integration-activity';
import { peopleActivity } from './people-activity';
import { publishingActivity } from './publishing-activity';

/** What became of the archives of an account. */
const accountExportActivities = activitySource(factsOf(accountExportStream), (fact: RecordedFact<AccountExportFact>): Activity => {
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

/** Everything that the activity log tells of. */
export const activitySources: readonly ActivitySource[] = [
  ...publishingActivity,
  ...integrationActivity,
  ...peopleActivity,
  accountExportActivities,
  billingActivities,
  quotaActivities,
];

/** The fact in words; null where nobody has to be told of it. */
export function describeActivity(fact: RecordedFact): Activity | null {
  for (const { describe } of activitySources) {
    const activity = describe(fact);
    if (activity) return activity;
  }
  return null;
}

const ofOrganization: ReadonlySet<string> = new Set(
  [userStream, sessionStream, secondFactorStream, accessStream, organizationStream, accountExportStream, billingStream].map(
    ({ category }) => category,
  ),
);

/** Whether the stream is about the organization or its people, whichever project a credential was used in. */
export const concernsOrganization = (stream: string): boolean => ofOrganization.has(stream.slice(0, stream.indexOf('-')));
