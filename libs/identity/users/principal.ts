import type { Origin } from '@pps/event-store';
import { currentCorrelation } from '@pps/runtime';
import type { PublishingMode } from '../grants/publishing-mode';

export type Scope = 'read' | 'write' | 'destructive';

/** Where the tokens of a program are good: `mcp`, with the tools for assistants, or `v1`, over the interface. */
export type GrantResource = 'mcp' | 'v1';

/** Of a program that a person granted its key to. */
export interface ProgramGrant {
  readonly clientId: string;
  readonly resource: GrantResource;
  /** What it asked for and was not given: it is not to ask again by itself. */
  readonly declinedScopes: readonly Scope[];
  readonly mode: PublishingMode;
  /** Of this call only, with `confirm`: the program says that its user agreed to it. */
  readonly isConfirmed?: true | undefined;
}

/** The accounts that a credential may name; null: all of its project, as a session may. */
export type AccountAllowList = readonly string[] | null;

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
  /** Where the key is the grant of a program. */
  readonly grant?: ProgramGrant;
  /** Of the project that the key was made in: a key of the sandbox never acts in production. */
  readonly keyEnvironment?: 'production' | 'sandbox';
  readonly sessionId?: string;
  /** The user's session generation when the session began. */
  readonly sessionGeneration?: number;
  /** When the person last proved who it is, in seconds since 1970; of sessions only. */
  readonly authTime?: number;
}

/** Metadata of the facts that a request causes. */
export function originOfPrincipal(principal: Principal, at: Date): Origin {
  return {
    organizationId: principal.organizationId,
    projectId: principal.projectId,
    epoch: principal.epoch,
    actor: actorOf(principal),
    ...requestOrigin(),
    occurredAt: at.toISOString(),
  };
}

function actorOf({ kind, keyId, userId }: Principal): Origin['actor'] {
  if (kind === 'system') return { type: 'system', id: userId };
  return keyId ? { type: 'api_key', id: keyId } : { type: 'user', id: userId };
}

/** Which request it is: what metadata can say before anybody is known. */
export type RequestOrigin = Pick<Origin, 'requestId' | 'correlationId'>;

/** Of the request that is being answered. */
export function requestOrigin(): RequestOrigin {
  const requestId = currentCorrelation()?.requestId;
  return requestId ? { requestId, correlationId: requestId } : {};
}
