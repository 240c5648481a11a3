import type { AccountAllowList } from '../api-keys/account-allow-list';

export type Scope = 'read' | 'write' | 'destructive';

/** Who is asking, in which project, with which permissions; made by the credential layer for every authenticated request. */
export interface Principal {
  /** `system`: the service itself, for what a user asked for earlier; `userId` names the part of it. */
  readonly kind: 'session' | 'api_key' | 'system';
  readonly userId: string;
  readonly organizationId: string;
  /** The project the credential acts in: `workspace_id` in requests and responses. */
  readonly projectId: string;
  readonly environment: 'production' | 'sandbox';
  /** Raised by a sandbox reset; part of every id derived in the project. */
  readonly epoch: number;
  readonly scopes: readonly Scope[];
  readonly accountIds: AccountAllowList;
  /** The log's head when the credential was checked; what the request reads is at least as new. */
  readonly asOf: bigint;
  readonly keyId?: string;
  /** Of the project that the key was made in: a key of the sandbox never acts in production. */
  readonly keyEnvironment?: 'production' | 'sandbox';
  readonly sessionId?: string;
  /** The user's session generation when the session began. */
  readonly sessionGeneration?: number;
  /** When the person last proved who it is, in seconds since 1970; of sessions only. */
  readonly authTime?: number;
}
