import { billingStream } from '@pps/billing/events';
import type { RecordedFact } from '@pps/event-store';
import { accessStream, secondFactorStream, sessionStream, userStream } from '@pps/identity/events';
import { accountExportStream, organizationStream } from '@pps/workspaces/events';
import type { Activity, ActivitySource } from './activity';
import { accountExportActivities } from './account-export-activity';
import { billingActivities } from './billing-activity';
import { quotaActivities } from './quota-activity';
import { integrationActivity } from './integration-activity';
import { peopleActivity } from './people-activity';
import { publishingActivity } from './publishing-activity';

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
