import type { Fact } from '@pps/kernel';

export type ReconnectReason = 'token_expired' | 'token_revoked';

interface Grant {
  /** In the vault: `{username, display_name}`. */
  readonly profileRef: string;
  /** In the vault: access token and refresh token. */
  readonly tokenRef: string;
  readonly scopes: readonly string[];
  readonly tokenExpiresAt: string;
}

/** The user of a platform account consented for the first time: the project may publish through it. */
export type AccountConnected = Fact<
  'AccountConnected',
  Grant & {
    readonly accountId: string;
    readonly projectId: string;
    readonly organizationId: string;
    readonly epoch: number;
    readonly platformUserId: string;
    /** Present in a sandbox: the platform has no such user. */
    readonly simulated?: true;
    readonly connectedAt: string;
  }
>;

/** The user consented again; a revoked account is connected again. */
export type AccountReconnected = Fact<'AccountReconnected', Grant & { readonly accountId: string; readonly reconnectedAt: string }>;

/** The platform gave new tokens for the old refresh token. */
export type TokenRefreshed = Fact<
  'TokenRefreshed',
  {
    readonly accountId: string;
    /** In the vault: the new access token and refresh token. */
    readonly tokenRef: string;
    readonly scopes: readonly string[];
    readonly tokenExpiresAt: string;
    readonly refreshedAt: string;
  }
>;

/** The platform no longer accepts the tokens; the user has to consent again. */
export type ReconnectRequired = Fact<
  'ReconnectRequired',
  { readonly accountId: string; readonly reason: ReconnectReason; readonly at: string }
>;

/** The account was disconnected; nothing more is published through it until the user consents again. */
export type AccountRevoked = Fact<'AccountRevoked', { readonly accountId: string; readonly projectId: string; readonly revokedAt: string }>;

/** The platform announced how many calls it allows the account; recorded when that is less than the service's own pace, and when it no longer is. */
export type PlatformLimitLearned = Fact<
  'PlatformLimitLearned',
  { readonly accountId: string; readonly limit: number; readonly windowSeconds: number; readonly learnedAt: string }
>;

export type ConnectionFact =
  AccountConnected | AccountReconnected | TokenRefreshed | ReconnectRequired | AccountRevoked | PlatformLimitLearned;
