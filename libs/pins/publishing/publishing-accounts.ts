import type { PlatformLimit } from '../pacing/platform-limit';

/** What publishing asks of the connected account; the host binds it to the connections. */
export interface PublishingAccounts {
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
