import type { AssetStorage } from '@pps/asset-storage';
import type { Streams } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import type { Platform } from '@pps/platform';
import type { TokenBuckets } from '../pacing/token-buckets.store';
import type { Uptime } from '../pin/pin.events';
import type { OwnImages } from './own-images';
import type { PresentEpoch } from '@pps/workspaces/events';
import type { PlatformLimit } from '../pacing/platform-limit';

export interface PublishingDeps {
  readonly streams: Streams;
  readonly buckets: Pick<TokenBuckets, 'claim' | 'park' | 'block' | 'settleProbe' | 'knows' | 'binds' | 'learn'>;
  /** Closes the grant of an attempt that has started and ends without a claim; its board stays taken until the read model shows the attempt. */
  readonly closeGrant: (pinId: string, attempt: number) => Promise<void>;
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
  readonly monotonic: () => number;
  readonly uptime: () => Uptime;
  readonly random: () => number;
  readonly platformTimeoutMs: number;
  readonly reconcileAfterMs: readonly number[];
}

/** What publishing asks of the connected account; the host binds it to the connections. */
interface PublishingAccounts {
  /** Throws `Rejected` with `account_revoked`, `token_expired`, `token_revoked` or `scope_missing` when the account cannot publish. */
  accessToken(accountId: string): Promise<AccountAccess>;
  /** Throws as above for the account as of this call, also where it was revoked since this moment and connected again; reads no token. */
  requireUsable(accountId: string, askedAt: string): Promise<void>;
  /** A fresh access after the platform refused this one; throws as above. */
  refreshAccess(accountId: string, refused: AccountAccess): Promise<AccountAccess>;
  /** The platform refused an access that had just been refreshed: only a new consent helps. */
  reportDead(accountId: string, refused: AccountAccess): Promise<void>;
  /** The platform announced how many writing calls it allows the account; `binds` when that is less than the service's own pace. */
  learnLimit(accountId: string, announced: PlatformLimit & { readonly binds: boolean }): Promise<void>;
}

export interface AccountAccess {
  readonly accessToken: string;
  readonly tokenRef: string;
}

/** Which of these platform pins some pin of ours is known to be; exact as of the call, also for none: throws when that cannot be known in time. */
export interface KnownPins {
  findOwned(platformPinIds: readonly string[]): Promise<ReadonlySet<string>>;
}
