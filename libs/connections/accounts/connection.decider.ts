import { NotFound, type Decider } from '@pps/kernel';
import type { AccountConnected, ConnectionFact, ReconnectReason } from './connection.events';
import type { Connection, ConnectionState } from './connection.state';

export const connection: Decider<ConnectionState, ConnectionFact> = { initial: { kind: 'absent' }, evolve };

/** Connects a new account, renews a known one, brings a revoked one back. Silent for a grant that is in already. */
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

export interface RefreshedGrant {
  readonly previousRef: string;
  readonly tokenRef: string;
  readonly scopes: readonly string[];
  readonly tokenExpiresAt: string;
  readonly refreshedAt: string;
}

/** Puts the new pair of tokens in the place of the one it was made from; silent when that one is no longer in use. */
export function takeRefreshedToken(fresh: RefreshedGrant, state: ConnectionState): readonly ConnectionFact[] {
  if (state.kind === 'absent' || state.revokedAt !== null || state.tokenRef !== fresh.previousRef) return [];
  const { tokenRef, scopes, tokenExpiresAt, refreshedAt } = fresh;
  return [{ type: 'TokenRefreshed', data: { accountId: state.accountId, tokenRef, scopes, tokenExpiresAt, refreshedAt } }];
}

export interface DeadToken {
  readonly tokenRef: string;
  readonly reason: ReconnectReason;
  readonly at: string;
}

/** The user has to consent again; silent when the dead tokens are no longer in use. */
export function requireReconnect({ tokenRef, reason, at }: DeadToken, state: ConnectionState): readonly ConnectionFact[] {
  if (state.kind === 'absent' || state.revokedAt !== null || state.reconnectReason !== null || state.tokenRef !== tokenRef) return [];
  return [{ type: 'ReconnectRequired', data: { accountId: state.accountId, reason, at } }];
}

/** Silent for an account that is revoked already. Throws `NotFound`. */
export function revokeAccount({ at }: { readonly at: string }, state: ConnectionState): readonly ConnectionFact[] {
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

/** Silent for what is known already, and for limits that never mattered. */
export function learnLimit({ limit, windowSeconds, binds, at }: AnnouncedLimit, state: ConnectionState): readonly ConnectionFact[] {
  if (state.kind === 'absent' || state.revokedAt !== null) return [];
  const { accountId, learnedLimit } = state;
  if (!binds && learnedLimit === null) return [];
  if (learnedLimit?.limit === limit && learnedLimit.windowSeconds === windowSeconds) return [];
  return [{ type: 'PlatformLimitLearned', data: { accountId, limit, windowSeconds, learnedAt: at } }];
}

function evolve(state: ConnectionState, fact: ConnectionFact): ConnectionState {
  if (fact.type === 'AccountConnected') {
    const { connectedAt, ...grant } = fact.data;
    const unharmed = { revokedAt: null, reconnectReason: null, learnedLimit: null };
    return { kind: 'connected', ...grant, ...unharmed, consentedAt: connectedAt, tokenIssuedAt: connectedAt, connectedAt };
  }
  return state.kind === 'absent' ? state : changed(state, fact);
}

function changed(state: Connection, fact: Exclude<ConnectionFact, AccountConnected>): Connection {
  switch (fact.type) {
    case 'AccountReconnected': {
      const { reconnectedAt, ...grant } = fact.data;
      return { ...state, ...grant, revokedAt: null, reconnectReason: null, consentedAt: reconnectedAt, tokenIssuedAt: reconnectedAt };
    }
    case 'TokenRefreshed': {
      const { refreshedAt, ...grant } = fact.data;
      return { ...state, ...grant, reconnectReason: null, tokenIssuedAt: refreshedAt };
    }
    case 'ReconnectRequired':
      return { ...state, reconnectReason: fact.data.reason };
    case 'AccountRevoked':
      return { ...state, revokedAt: fact.data.revokedAt };
    case 'PlatformLimitLearned': {
      const { limit, windowSeconds } = fact.data;
      return { ...state, learnedLimit: { limit, windowSeconds } };
    }
    // Of a newer release that runs beside this one.
    default:
      return state;
  }
}
