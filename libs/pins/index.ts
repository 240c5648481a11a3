export { pinsMigrations } from './pins.migrations';
export { contentHash, fingerprintOf } from './pin/content';
export { decidePinEdit, duplicateOf, pinNotFailed, requireFailed, type PinDeletion } from './pin/pin.decider';
export { abandonPin, changePin, markPinDeleted, queuePin, type PinChange, type QueuedPin } from './pin/change-pin';
export { attemptsAllowed } from './publishing/publishing.policy';
export { pinTimeline, timelineItem, type TimelineItem, type TimelineWords } from './timeline/pin-timeline';
export { quotaSettling } from './queueing/quota-settling.process';
export { quotaSweepDuty, runQuotaSweep } from './queueing/quota-sweep.dispatcher';
export { unsettledQuota } from './queueing/unsettled-quota.store';
export { failPinsOfDeletedAssets, failPinsOfRevokedAccounts } from './publishing/waiting-pins.process';
export type { Candidate, StartablePins } from './pacing/may-start.decider';
export { readsPerProject, type DueRead, type OpenCall, type PublishingTask, type PublishQueue } from './pacing/publish-queue';
export {
  accountBucket,
  callStartsWithinMs,
  configuredBuckets,
  globalBucket,
  globalBucketOf,
  TokenBuckets,
  type AccountBalance,
  type BucketBalance,
  type Claim,
  type PacingRates,
  type Rate,
} from './pacing/token-buckets.store';
export { publishQueueProjection } from './publish-queue/publish_queue.projection';
export { publishQueueQueries } from './publish-queue/publish-queue.query';
export { queueAhead, secondsUntilStart, type Outlook } from './publish-queue/queue-ahead.query';
export { nextRow } from './publish-queue/next-row';
export type { QueueRow } from './publish-queue/publish_queue.tables';
export { candidateOf } from './publish-queue/startable-pins.query';
export { pacingDue, runPacing, type PacingDeps } from './pacing/pacing.dispatcher';
export { secondsAgo, uptime } from './pacing/uptime';
export { pacingDuty, restartRoundRobin, RoundRobin, wakeAccount, type RoundRobinBook } from './pacing/round-robin.store';
export { closeGrant, dropGrant, Grants, closeGrants, type GrantBook } from './pacing/publish-grants.store';
export { findDuePublishing } from './publishing/find-due-publishing';
export { endWaits } from './pacing/end-waits';
export { readPublishingDelays } from './pacing/publishing-delays.query';
export { findWaitingBefore, readParkedAccounts, type ParkedAccount } from './pacing/parked-accounts.store';
export { publishingTimersDue, publishingTimersDuty, runPublishingTimers } from './publishing/publishing-timers.dispatcher';
export { publishPin } from './publishing/publish-pin.work';
export { awaitLastCalls, giveGrantBack, type LastCallsDeps } from './publishing/last-calls';
export { OwnImages } from './publishing/own-images';
export { pollVideo } from './video/poll-video.work';
export { reconcilePin, type ReconcilingDeps } from './publishing/reconcile-pin.work';
