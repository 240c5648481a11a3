import type { ReconnectReason } from './connection.events';

/** One platform account of a project, as folded from its facts. */
export interface Connection {
  readonly kind: 'connected';
  readonly accountId: string;
  readonly projectId: string;
  readonly organizationId: string;
  readonly epoch: number;
  readonly platformUserId: string;
  /** Present for an account of a sandbox: the platform has no such account and is never called. */
  readonly simulated?: true;
  readonly profileRef: string;
  readonly tokenRef: string;
  readonly scopes: readonly string[];
  readonly connectedAt: string;
  /** When the user last consented; board verdicts from before are no longer valid. */
  readonly consentedAt: string;
  readonly tokenIssuedAt: string;
  readonly tokenExpiresAt: string;
  readonly revokedAt: string | null;
  /** When it was last revoked, also where it was connected again since. */
  readonly lastRevokedAt: string | null;
  readonly reconnectReason: ReconnectReason | null;
  /** Since when only a new consent of the user helps; null while there is no such reason. */
  readonly reconnectRequiredAt: string | null;
  /** When it was last connected, refreshed, refused or revoked; no two facts share one, and it never falls. */
  readonly updatedAt: string;
  /** Write calls that the platform allows in a window; null when it never announced less than the service's own pace. */
  readonly learnedLimit: { readonly limit: number; readonly windowSeconds: number } | null;
}

export type ConnectionState = { readonly kind: 'absent' } | Connection;

export type AccountHealth = 'healthy' | 'reconnect_required' | 'revoked';

export const accountHealth = ({ revokedAt, reconnectReason }: Pick<Connection, 'revokedAt' | 'reconnectReason'>): AccountHealth =>
  revokedAt !== null ? 'revoked' : reconnectReason !== null ? 'reconnect_required' : 'healthy';
