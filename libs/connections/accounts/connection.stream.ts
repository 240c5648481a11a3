import { type Fact, NotFound, nextMoment, type Decider } from '@pps/kernel';
import type { StreamType } from '@pps/event-store';

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
  | AccountConnected
  | AccountReconnected
  | TokenRefreshed
  | ReconnectRequired
  | AccountRevoked
  | PlatformLimitLearned;

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

function evolve(state: ConnectionState, fact: ConnectionFact, occurredAt?: string): ConnectionState {
  if (fact.type === 'AccountConnected') {
    const { connectedAt, ...grant } = fact.data;
    const healthy = { revokedAt: null, lastRevokedAt: null, reconnectReason: null, reconnectRequiredAt: null, learnedLimit: null };
    const times = { consentedAt: connectedAt, tokenIssuedAt: connectedAt, connectedAt, updatedAt: connectedAt };
    return { kind: 'connected', ...grant, ...healthy, ...times };
  }
  if (state.kind === 'absent') return state;
  const updated = (at: string): string => nextMoment(state.updatedAt, occurredAt ?? at);
  switch (fact.type) {
    case 'AccountReconnected': {
      const { reconnectedAt, ...grant } = fact.data;
      return {
        ...state,
        ...grant,
        revokedAt: null,
        reconnectReason: null,
        reconnectRequiredAt: null,
        consentedAt: reconnectedAt,
        tokenIssuedAt: reconnectedAt,
        updatedAt: updated(reconnectedAt),
      };
    }
    case 'TokenRefreshed': {
      const { refreshedAt, ...grant } = fact.data;
      const healthy = { reconnectReason: null, reconnectRequiredAt: null };
      return { ...state, ...grant, ...healthy, tokenIssuedAt: refreshedAt, updatedAt: updated(refreshedAt) };
    }
    case 'ReconnectRequired':
      return { ...state, reconnectReason: fact.data.reason, reconnectRequiredAt: fact.data.at, updatedAt: updated(fact.data.at) };
    case 'AccountRevoked': {
      const { revokedAt } = fact.data;
      return { ...state, revokedAt, lastRevokedAt: revokedAt, updatedAt: updated(revokedAt) };
    }
    case 'PlatformLimitLearned': {
      const { limit, windowSeconds } = fact.data;
      return { ...state, learnedLimit: { limit, windowSeconds } };
    }
    // A fact of a newer release that runs beside this one.
    default:
      return state;
  }
}

export const connection: Decider<ConnectionState, ConnectionFact> = { initial: { kind: 'absent' }, evolve };

/** Connects a new account, or renews a connected or a revoked one. Silent when these tokens are recorded already. */
export function connectAccount(command: AccountConnected['data'], state: ConnectionState): readonly ConnectionFact[] {
  const { accountId, projectId, organizationId, epoch, platformUserId, connectedAt } = command;
  const { profileRef, tokenRef, scopes, tokenExpiresAt } = command;
  const grant = { profileRef, tokenRef, scopes, tokenExpiresAt };
  if (state.kind === 'absent') {
    const identity = {
      accountId,
      projectId,
      organizationId,
      epoch,
      platformUserId,
      ...(command.simulated && { simulated: command.simulated }),
    };
    return [{ type: 'AccountConnected', data: { ...identity, ...grant, connectedAt } }];
  }
  if (state.tokenRef === tokenRef) return [];
  return [{ type: 'AccountReconnected', data: { accountId, ...grant, reconnectedAt: connectedAt } }];
}

export interface RefreshedTokens {
  readonly previousRef: string;
  readonly tokenRef: string;
  readonly scopes: readonly string[];
  readonly tokenExpiresAt: string;
  readonly refreshedAt: string;
}

/** Replaces the tokens that were refreshed by the new ones. Silent when the former are no longer in use. */
export function replaceTokens(fresh: RefreshedTokens, state: ConnectionState): readonly ConnectionFact[] {
  if (state.kind === 'absent' || state.revokedAt !== null || state.tokenRef !== fresh.previousRef) return [];
  const { tokenRef, scopes, tokenExpiresAt, refreshedAt } = fresh;
  return [{ type: 'TokenRefreshed', data: { accountId: state.accountId, tokenRef, scopes, tokenExpiresAt, refreshedAt } }];
}

export interface RefusedToken {
  readonly tokenRef: string;
  readonly reason: ReconnectReason;
  readonly at: string;
}

/** Records that the user has to consent again. Silent when the refused tokens are no longer in use. */
export function requireReconnect({ tokenRef, reason, at }: RefusedToken, state: ConnectionState): readonly ConnectionFact[] {
  if (state.kind === 'absent' || state.revokedAt !== null || state.reconnectReason !== null || state.tokenRef !== tokenRef) return [];
  return [{ type: 'ReconnectRequired', data: { accountId: state.accountId, reason, at } }];
}

/** Disconnects the account; silent when it is revoked already. Throws `NotFound`. */
export function decideRevocation({ at }: { readonly at: string }, state: ConnectionState): readonly ConnectionFact[] {
  if (state.kind === 'absent') throw new NotFound('Account');
  if (state.revokedAt !== null) return [];
  return [{ type: 'AccountRevoked', data: { accountId: state.accountId, projectId: state.projectId, revokedAt: at } }];
}

export interface AnnouncedLimit {
  /** Writing calls in a window. */
  readonly limit: number;
  readonly windowSeconds: number;
  /** Whether it is less than the service's own pace. */
  readonly binds: boolean;
  readonly at: string;
}

/** Records the platform's limit where it is less than the service's own pace, and later changes of it; silent otherwise. */
export function learnLimit({ limit, windowSeconds, binds, at }: AnnouncedLimit, state: ConnectionState): readonly ConnectionFact[] {
  if (state.kind === 'absent' || state.revokedAt !== null) return [];
  const { accountId, learnedLimit } = state;
  if (!binds && learnedLimit === null) return [];
  if (learnedLimit?.limit === limit && learnedLimit.windowSeconds === windowSeconds) return [];
  return [{ type: 'PlatformLimitLearned', data: { accountId, limit, windowSeconds, learnedAt: at } }];
}

/** `connection-<accountId>`: the consent, the tokens and the health of one platform account of a project. */
export const connectionStream: StreamType<ConnectionState, ConnectionFact> = {
  category: 'connection',
  decider: connection,
  facts: {
    AccountConnected: 1,
    AccountReconnected: 1,
    TokenRefreshed: 1,
    ReconnectRequired: 1,
    AccountRevoked: 1,
    PlatformLimitLearned: 1,
  },
  unshown: ['PlatformLimitLearned'],
  snapshot: { version: 3, every: 200 },
};
