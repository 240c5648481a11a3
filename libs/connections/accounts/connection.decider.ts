import { NotFound, nextMoment, type Decider } from '@pps/kernel';
import type { AccountConnected, ConnectionFact, ReconnectReason } from './connection.events';
import type { Connection, ConnectionState } from './connection.state';

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

function evolve(state: ConnectionState, fact: ConnectionFact, occurredAt?: string): ConnectionState {
  if (fact.type === 'AccountConnected') {
    const { connectedAt, ...grant } = fact.data;
    const healthy = { revokedAt: null, lastRevokedAt: null, reconnectReason: null, reconnectRequiredAt: null, learnedLimit: null };
    const times = { consentedAt: connectedAt, tokenIssuedAt: connectedAt, connectedAt, updatedAt: connectedAt };
    return { kind: 'connected', ...grant, ...healthy, ...times };
  }
  return state.kind === 'absent' ? state : evolveConnected(state, fact, (at) => nextMoment(state.updatedAt, occurredAt ?? at));
}

function evolveConnected(state: Connection, fact: Exclude<ConnectionFact, AccountConnected>, updated: (at: string) => string): Connection {
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
