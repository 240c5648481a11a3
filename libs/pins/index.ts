export { PinsModule } from './pins.module';
export { pinsMigrations } from './pins.migrations';
export { contentHash, fingerprintOf } from './content';
export { QueuePin, type QueuedPin } from './queue-pin';
export { ChangePin, type PinChange } from './change-pin';
export { refuseWhileInFlight } from './pin-change.decider';
export { AbandonPin } from './abandon-pin';
export { nextActionAt } from './next-action';
export { attemptsAllowed } from './publishing-policy';
export { pinTimeline, type TimelineItem } from './pin-timeline';
export { quotaSettling } from './quota-settling.process';
export { abandoningDuty, runAbandoning, type AbandoningDeps } from './abandoning.dispatcher';
export { failPinsOfRevokedAccounts, type RevokedAccountDeps } from './revoked-account.process';
export type { Candidate, WaitingAccount } from './pacing/fair-ring';
export type { DueLook, OpenCall, PublishQueue } from './pacing/publish-queue';
export {
  accountBucket,
  callStartsWithinMs,
  globalBucket,
  globalBucketOf,
  sandboxGlobalBucket,
  TokenBuckets,
  type BucketLevel,
  type Claim,
  type PacingRates,
  type Rate,
} from './pacing/token-buckets';
export { secondsUntilStart } from './pacing/estimated-start';
export { runPacing, type PacingDeps } from './pacing/pacing.dispatcher';
export { uptime } from './pacing/uptime';
export { pacingDuty } from './pacing/pacing-duty';
export { dropGrant, Grants, type GrantBook } from './pacing/grants';
export { publishingTimersDuty, runPublishingTimers, type PublishingTimersDeps } from './publishing/publishing-timers.dispatcher';
export { publishPin } from './publishing/publish-pin.work';
export type { PublishingDeps } from './publishing/publishing-deps';
export { OwnImages } from './publishing/own-images';
export { lookAtVideo } from './publishing/look-at-video.work';
export { reconcilePin, type ReconcilingDeps } from './publishing/reconcile-pin.work';
export type { AccountAccess, KnownPins, PresentEpoch, PublishingAccounts } from './publishing/ports';
export { AssetsModule } from './assets/assets.module';
export { StoreAsset, type AssetFiles } from './assets/store-asset';
export { DeleteAsset } from './assets/delete-asset';
export { ReclaimAssetSpace } from './assets/reclaim-asset-space';
export { takenBefore } from './assets/asset-space.decider';
export { assetSpaceId } from './assets/asset-space-stream';
export { ASSET_STORAGE, originalKey, type AssetStorage, type ByteRange } from './assets/asset-storage';
export { incomingFolder, openAssetStorage, type OpenAssetStorage } from './assets/open-asset-storage';
export { followDeletedAssets, type DeletedAssetDeps } from './assets/deleted-asset.process';
export { sweepIncoming } from './assets/sweep-incoming';
export { leftoverBytesDuty, runLeftoverBytes, sweepLeftoverBytes, type LeftoverBytesDeps } from './assets/leftover-bytes.dispatcher';
export { inspectImage, largestImageBytes } from './assets/inspect-image';
export { inspectVideo } from './assets/inspect-video';
