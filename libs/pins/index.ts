export { pinsMigrations } from './pins.migrations';
export { contentHash, fingerprintOf } from './pin/content';
export { duplicateOf } from './pin/pin.decider';
export { abandonPin, queuePin, type QueuedPin } from './queueing/queue-pin';
export { requireFailed, type PinDeletion } from './changes/pin-change.decider';
export { changePin, markPinDeleted, type PinChange } from './changes/change-pin';
export { attemptsAllowed } from './publishing/publishing.policy';
export { pinTimeline } from './timeline/pin-timeline';
export { timelineItem, type TimelineItem, type TimelineWords } from './timeline/timeline-item';
export { quotaSettling } from './queueing/quota-settling.process';
export { quotaSweepDuty, runQuotaSweep } from './queueing/quota-sweep.dispatcher';
export { unsettledQuota } from './queueing/unsettled-quota.store';
export { failPinsOfDeletedAssets } from './publishing/deleted-asset-pins.process';
export { failPinsOfRevokedAccounts } from './publishing/revoked-account.process';
export type { Candidate, StartablePins } from './pacing/may-start.decider';
export type { DueRead, OpenCall, PublishQueue } from './pacing/publish-queue';
export {
  accountBucket,
  callStartsWithinMs,
  globalBucket,
  globalBucketOf,
  TokenBuckets,
  type AccountBalance,
  type BucketBalance,
  type Claim,
  type PacingRates,
  type Rate,
} from './pacing/token-buckets.store';
export { configuredBuckets } from './pacing/configured-buckets';
export { publishQueueProjection } from './publish-queue/publish_queue.projection';
export { publishQueueQueries } from './publish-queue/publish-queue.query';
export { queueAhead } from './publish-queue/queue-ahead.query';
export { nextRow } from './publish-queue/next-row';
export type { QueueRow } from './publish-queue/publish_queue.tables';
export { candidateOf } from './publish-queue/startable-pins.query';
export { secondsUntilStart } from './pacing/seconds-until-start';
export { runPacing, type PacingDeps } from './pacing/pacing.dispatcher';
export { uptime } from './pacing/uptime';
export { restartRoundRobin, RoundRobin, wakeAccount, type RoundRobinBook } from './pacing/round-robin.store';
export { pacingDuty } from './pacing/pacing-duty';
export { closeGrant, dropGrant, Grants, closeGrants, type GrantBook } from './pacing/publish-grants.store';
export { endWaits } from './pacing/end-waits';
export { readPublishingDelays } from './pacing/publishing-delays.query';
export { findWaitingBefore, readParkedAccounts, type ParkedAccount } from './pacing/parked-accounts.store';
export { readsPerProject, type PublishingTask } from './publishing/publishing-task';
export { publishingTimersDuty, runPublishingTimers } from './publishing/publishing-timers.dispatcher';
export { publishPin } from './publishing/publish-pin.work';
export { awaitLastCalls, type LastCallsDeps } from './publishing/last-calls';
export { giveGrantBack } from './publishing/give-grant-back';
export { OwnImages } from './publishing/own-images';
export { pollVideo } from './video/poll-video.work';
export { reconcilePin, type ReconcilingDeps } from './publishing/reconcile-pin.work';
