import type { Fact } from '@pps/kernel';

export type ReconnectReason = 'token_expired' | 'token_revoked';

interface Grant {
  /** Vault: `{username, display_name}`. */
  readonly profileRef: string;
  /** Vault: the pair of tokens. */
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
    /** In a sandbox: there is no such user at the platform. */
    readonly simulated?: true;
    readonly connectedAt: string;
  }
>;

/** The user consented again; brings a revoked account back. */
export type AccountReconnected = Fact<'AccountReconnected', Grant & { readonly accountId: string; readonly reconnectedAt: string }>;

/** The platform gave a new pair of tokens for the old one. */
export type TokenRefreshed = Fact<
  'TokenRefreshed',
  {
    readonly accountId: string;
    /** Vault: the new pair of tokens. */
    readonly tokenRef: string;
    readonly scopes: readonly string[];
    readonly tokenExpiresAt: string;
    readonly refreshedAt: string;
  }
>;

/** The platform no longer takes the tokens; only a new consent of the user helps. */
export type ReconnectRequired = Fact<
  'ReconnectRequired',
  { readonly accountId: string; readonly reason: ReconnectReason; readonly at: string }
>;

/** The account was disconnected; nothing more is published through it until the user consents again. */
export type AccountRevoked = Fact<'AccountRevoked', { readonly accountId: string; readonly projectId: string; readonly revokedAt: string }>;

/** The platform announced how many calls it allows the account; recorded where that is less than the service's own pace, and once it no longer is. */
export type PlatformLimitLearned = Fact<
  'PlatformLimitLearned',
  { readonly accountId: string; readonly limit: number; readonly windowSeconds: number; readonly learnedAt: string }
>;

export type ConnectionFact =
  AccountConnected | AccountReconnected | TokenRefreshed | ReconnectRequired | AccountRevoked | PlatformLimitLearned;
