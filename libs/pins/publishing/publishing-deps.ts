import type { CommandRunner } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import type { Platform } from '@pps/platform';
import type { Database } from '@pps/read-store';
import type { AssetStorage } from '../assets/asset-storage';
import type { TokenBuckets } from '../pacing/token-buckets';
import type { OwnImages } from './own-images';
import type { PresentEpoch, PublishingAccounts } from './ports';

export interface PublishingDeps {
  readonly runner: CommandRunner;
  readonly db: Database;
  readonly buckets: TokenBuckets;
  readonly platform: Platform;
  readonly accounts: PublishingAccounts;
  readonly presentEpoch: PresentEpoch;
  readonly storage: AssetStorage;
  readonly images: OwnImages;
  readonly clock: Clock;
  readonly random: () => number;
  readonly platformTimeoutMs: number;
  readonly reconcileAfterMs: readonly number[];
}
