import { quotaStream, type QuotaThresholdReached } from '@pps/billing/events';
import { factsOf, type RecordedFact } from '@pps/event-store';
import { derivedId } from '@pps/kernel';
import { defineProcess, type Process } from '@pps/read-store';
import { projectStream } from '@pps/workspaces/events';
import { requestOwnerAlert, type AlertMailDeps } from './request-owner-alert';

/** Requests a mail to the owner of a workspace when much of a month's quota is used. A sandbox, whose quota costs nothing, only has the webhook's event. */
export function quotaThresholdMails(deps: AlertMailDeps): Process<null> {
  return defineProcess({
    name: 'quota-mails',
    startsAt: 'now',
    handles: factsOf(quotaStream, 'QuotaThresholdReached'),
    initial: null,
    react: async (facts) => {
      for (const fact of facts) await alertOwner(deps, fact);
      return null;
    },
  });
}

async function alertOwner(deps: AlertMailDeps, fact: RecordedFact<QuotaThresholdReached>): Promise<void> {
  const { plan, month, thresholdPercent, quotaLimit, quotaUsed, reachedAt } = fact.data;
  const { organizationId, projectId, epoch = 0 } = fact.metadata;
  if (organizationId === undefined || projectId === undefined) return;
  const { state: project } = await deps.streams.load(projectStream, projectId);
  if (project.kind === 'none' || project.environment === 'sandbox') return;
  const requestId = derivedId('quota-mail', fact.id);
  const quota = { plan, month, thresholdPercent, quotaLimit, quotaUsed };
  const subject = { alert: 'quota_threshold', quota } as const;
  await requestOwnerAlert(deps, fact, { organizationId, projectId, epoch, requestId, at: reachedAt, subject });
}
