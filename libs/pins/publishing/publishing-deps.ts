import type { AssetStorage } from '@pps/asset-storage';
import type { Streams } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import type { Platform } from '@pps/platform';
import type { TokenBuckets } from '../pacing/token-buckets.store';
import type { Uptime } from '../pin/pin.events';
import type { OwnImages } from './own-images';
import type { PresentEpoch } from '@pps/workspaces/events';
import type { PublishingAccounts } from './publishing-accounts';

export interface PublishingDeps {
  readonly streams: Streams;
  readonly buckets: Pick<TokenBuckets, 'claim' | 'park' | 'block' | 'settleProbe' | 'knows' | 'binds' | 'learn'>;
  /** Closes the grant of an attempt that has started and ends without a claim; its board stays taken until the read model shows the attempt. */
  readonly closeGrant: (pinId: string, attempt: number) => Promise<void>;
  /** Forgets a grant whose attempt will not start. */
  readonly dropGrant: (pinId: string, attempt: number) => Promise<void>;
  /** Pins of the account that wait and may start before this moment, a bounded number. */
  readonly waitingBefore: (accountId: string, moment: string) => Promise<readonly string[]>;
  readonly platform: Platform;
  readonly accounts: PublishingAccounts;
  readonly presentEpoch: PresentEpoch;
  readonly storage: AssetStorage;
  readonly images: OwnImages;
  /** Told of what failed before a call: the pin is tried again. */
  readonly onFault: (error: unknown) => void;
  readonly clock: Clock;
  /** Milliseconds on a clock that cannot be set. */
  readonly monotonic: () => number;
  readonly uptime: () => Uptime;
  readonly random: () => number;
  readonly platformTimeoutMs: number;
  readonly reconcileAfterMs: readonly number[];
}
