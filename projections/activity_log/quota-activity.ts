import { quotaStream } from '@pps/billing/events';
import { factsOf, streamId } from '@pps/event-store';
import { activitySource, type Activity } from './activity';

/** How much of a month's quota is used. */
export const quotaActivities = activitySource(factsOf(quotaStream, 'QuotaThresholdReached'), ({ stream, data, metadata }): Activity => {
  const { month, thresholdPercent, quotaLimit, quotaUsed } = data;
  const [used, limit] = [quotaUsed, quotaLimit].map((count) => count.toLocaleString('en'));
  return {
    action: 'quota.threshold_reached',
    status: 'success',
    message: `${thresholdPercent} % of the pins of ${month} are used: ${used} of ${limit}.`,
    resourceType: 'quota',
    resourceId: metadata.projectId ?? streamId(quotaStream, stream) ?? stream,
    metadata: { month, threshold_percent: thresholdPercent, quota_limit: quotaLimit, quota_used: quotaUsed },
  };
});
