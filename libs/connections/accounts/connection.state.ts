import type { ReconnectReason } from './connection.events';

/** One platform account of a project, as its facts tell it. */
export interface Connection {
  readonly kind: 'connected';
  readonly accountId: string;
  readonly projectId: string;
  readonly organizationId: string;
  readonly epoch: number;
  readonly platformUserId: string;
  /** An account of a sandbox: the platform does not know it and is never asked. */
  readonly simulated?: true;
  readonly profileRef: string;
  readonly tokenRef: string;
  readonly scopes: readonly string[];
  readonly connectedAt: string;
  /** Of the newest consent; what was learned under an older one no longer holds. */
  readonly consentedAt: string;
  readonly tokenIssuedAt: string;
  readonly tokenExpiresAt: string;
  readonly revokedAt: string | null;
  readonly reconnectReason: ReconnectReason | null;
  /** Writing calls the platform allows in a window; null while it never announced less than the service's own pace. */
  readonly learnedLimit: { readonly limit: number; readonly windowSeconds: number } | null;
}

export type ConnectionState = { readonly kind: 'absent' } | Connection;
