import { NotFound } from '@pps/kernel';
import { PlatformError } from '@pps/platform';
import { ConnectionRepository } from '../accounts/connection-repository';
import { type Connection, requireReconnect } from '../accounts/connection.stream';
import { AccessTokenVault } from './access-token-vault';
import { maxRefreshAheadMs, isRefreshDue, isRefreshable, msUntilExpiry } from './token-refresh.policy';
import { platformRejection, Reconnection } from './reconnection';
import { TokenRefresh } from './token-refresh';

export interface AccessToken {
  readonly accessToken: string;
  readonly scopes: readonly string[];
  /** Names this token without revealing it. */
  readonly tokenRef: string;
}

const refreshBeforeUseMs = 300_000;

/**
 * Valid access tokens. Every method throws `Rejected`: `account_revoked`, `token_expired` or `token_revoked` when the user has to consent
 * again, `platform_rate_limited` or `platform_unavailable` when a refresh that is needed fails for now; and `NotFound` for an absent account.
 */
export class AccessTokens {
  constructor(
    private readonly connections: ConnectionRepository,
    private readonly tokens: AccessTokenVault,
    private readonly refreshing: TokenRefresh,
    private readonly reconnection: Reconnection,
  ) {}

  /** The account's token, refreshed when it expires within 5 minutes or the last fifth of its life. `head` is the log's head if the caller has read it already. */
  async get(accountId: string, head?: bigint): Promise<AccessToken> {
    const connection = await this.connections.find(accountId, head);
    if (!connection) throw new NotFound('Account');
    return this.readToken(await this.refreshIfDue(connection));
  }

  /**
   * Throws where the account cannot publish as of this call, or was revoked at this moment or since, though it may be connected again: what was asked
   * for before a revocation never goes out. Reads no token and refreshes none.
   */
  async requireUsable(accountId: string, askedAt: string): Promise<void> {
    const connection = await this.connections.find(accountId);
    if (!connection) throw new NotFound('Account');
    this.refuseUnusable(connection);
    const { lastRevokedAt } = connection;
    if (lastRevokedAt !== null && lastRevokedAt >= askedAt) throw this.reconnection.rejection('account_revoked', accountId);
  }

  /** Refreshes tokens that expire within 5 days or have expired; silent otherwise, and for an absent account. */
  async refreshIfExpiring(accountId: string): Promise<void> {
    const connection = await this.connections.find(accountId);
    if (!connection || !isRefreshable(connection) || !isRefreshDue(connection, this.connections.now(), maxRefreshAheadMs)) return;
    await this.refresh(accountId, connection.tokenRef);
  }

  /** A newer token than `tokenRef`, which the platform refused; concurrent callers share one refresh. */
  async refreshAfterUnauthorized(accountId: string, tokenRef: string): Promise<AccessToken> {
    return this.readToken(await this.refresh(accountId, tokenRef));
  }

  /** Records that the platform refused a token right after its refresh, so that the user has to consent again. */
  async reportRefused(accountId: string, tokenRef: string): Promise<void> {
    const origin = this.connections.systemOrigin(await this.connections.load(accountId));
    const dead = { tokenRef, reason: 'token_expired', at: origin.occurredAt } as const;
    await this.connections.append(accountId, origin, (state) => requireReconnect(dead, state));
  }

  /** Makes a call with the account's token; when the platform refuses the token, refreshes it and makes the call once more. */
  async use<T>(accountId: string, call: (accessToken: string) => Promise<T>): Promise<T> {
    const token = await this.get(accountId);
    try {
      return await call(token.accessToken);
    } catch (error) {
      if (!isUnauthorized(error)) throw error;
    }
    const fresh = await this.refreshAfterUnauthorized(accountId, token.tokenRef);
    try {
      return await call(fresh.accessToken);
    } catch (error) {
      if (!isUnauthorized(error)) throw error;
      await this.reportRefused(accountId, fresh.tokenRef);
      throw this.reconnection.rejection('token_expired', accountId);
    }
  }

  private async refreshIfDue(connection: Connection): Promise<Connection> {
    const now = this.connections.now();
    if (!isRefreshable(connection) || !isRefreshDue(connection, now, refreshBeforeUseMs)) return connection;
    try {
      return await this.refresh(connection.accountId, connection.tokenRef);
    } catch (error) {
      if (msUntilExpiry(connection, now) > 0) return connection;
      throw error;
    }
  }

  private async refresh(accountId: string, tokenRef: string): Promise<Connection> {
    try {
      return await this.refreshing.refresh(accountId, tokenRef);
    } catch (error) {
      throw error instanceof PlatformError ? platformRejection(error) : error;
    }
  }

  private refuseUnusable({ accountId, revokedAt, reconnectReason }: Connection): void {
    if (revokedAt !== null) throw this.reconnection.rejection('account_revoked', accountId);
    if (reconnectReason !== null) throw this.reconnection.rejection(reconnectReason, accountId);
  }

  private async readToken(connection: Connection, isRetry = false): Promise<AccessToken> {
    const { accountId, tokenRef, scopes } = connection;
    this.refuseUnusable(connection);
    const pair = await this.tokens.get(tokenRef);
    if (pair) return { accessToken: pair.access_token, scopes, tokenRef };
    if (isRetry) throw this.reconnection.rejection('token_revoked', accountId);
    return this.readToken(await this.connections.load(accountId), true);
  }
}

const isUnauthorized = (error: unknown): boolean => error instanceof PlatformError && error.kind === 'unauthorized';
