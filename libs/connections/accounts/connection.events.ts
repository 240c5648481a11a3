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

export type AccountConnected = Fact<
  'AccountConnected',
  Grant & {
    readonly accountId: string;
    readonly projectId: string;
    readonly organizationId: string;
    readonly epoch: number;
    readonly platformUserId: string;
    readonly connectedAt: string;
  }
>;

/** The user consented again; brings a revoked account back. */
export type AccountReconnected = Fact<'AccountReconnected', Grant & { readonly accountId: string; readonly reconnectedAt: string }>;

export type TokenRefreshed = Fact<
  'TokenRefreshed',
  {
    readonly accountId: string;
    readonly tokenRef: string;
    readonly scopes: readonly string[];
    readonly tokenExpiresAt: string;
    readonly refreshedAt: string;
  }
>;

/** Only a new consent of the user helps. */
export type ReconnectRequired = Fact<
  'ReconnectRequired',
  { readonly accountId: string; readonly reason: ReconnectReason; readonly at: string }
>;

export type AccountRevoked = Fact<'AccountRevoked', { readonly accountId: string; readonly projectId: string; readonly revokedAt: string }>;

export type ConnectionFact = AccountConnected | AccountReconnected | TokenRefreshed | ReconnectRequired | AccountRevoked;
