import { Injectable } from '@nestjs/common';
import { NotFound } from '@pps/kernel';
import { PlatformError } from '@pps/platform';
import { ConnectionLog } from '../accounts/connection-log';
import type { Connection } from '../accounts/connection.state';
import { requireReconnect } from '../accounts/connection.decider';
import { AccessTokenVault } from './access-token-vault';
import { aheadAtMostMs, isDueAhead, isRefreshable, leftOf } from './ahead';
import { platformRejection } from './platform-rejection';
import { Reconnection } from './reconnection';
import { TokenRefresh } from './token-refresh';

export interface AccessToken {
  readonly accessToken: string;
  readonly scopes: readonly string[];
  /** Names this token without giving it away. */
  readonly tokenRef: string;
}

const beforeUseMs = 300_000;

/**
 * Access tokens that work. Every method throws `Rejected` `account_revoked`, `token_expired` or `token_revoked` when only a new consent
 * helps, `platform_rate_limited` or `platform_unavailable` when a needed refresh fails for now, and `NotFound` for an absent account.
 */
@Injectable()
export class AccessTokens {
  constructor(
    private readonly log: ConnectionLog,
    private readonly tokens: AccessTokenVault,
    private readonly refreshing: TokenRefresh,
    private readonly reconnection: Reconnection,
  ) {}

  /** The account's token, refreshed shortly before it expires. */
  async get(accountId: string, head?: bigint): Promise<AccessToken> {
    const connection = await this.log.find(accountId, head);
    if (!connection) throw new NotFound('Account');
    return this.tokenOf(await this.ahead(connection));
  }

  /** Refreshes tokens that expire within days, or have expired while nobody used them. */
  async refreshAhead(accountId: string): Promise<void> {
    const connection = await this.log.find(accountId);
    if (!connection || !isRefreshable(connection) || !isDueAhead(connection, this.log.now(), aheadAtMostMs)) return;
    await this.refreshed(accountId, connection.tokenRef);
  }

  /** After the platform refused the token named: a newer one, made by one refresh however many ask. */
  async refreshAfterUnauthorized(accountId: string, tokenRef: string): Promise<AccessToken> {
    return this.tokenOf(await this.refreshed(accountId, tokenRef));
  }

  /** The platform refused a token right after its refresh: the grant is dead. */
  async reportDead(accountId: string, tokenRef: string): Promise<void> {
    const origin = this.log.ownOrigin(await this.log.latest(accountId));
    const dead = { tokenRef, reason: 'token_expired', at: origin.occurredAt } as const;
    await this.log.append(accountId, origin, (state) => requireReconnect(dead, state));
  }

  /** Makes a call with the token; one that the platform refuses is refreshed once and the call made once more. */
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
      await this.reportDead(accountId, fresh.tokenRef);
      throw this.reconnection.needed('token_expired', accountId);
    }
  }

  private async ahead(connection: Connection): Promise<Connection> {
    const now = this.log.now();
    if (!isRefreshable(connection) || !isDueAhead(connection, now, beforeUseMs)) return connection;
    try {
      return await this.refreshed(connection.accountId, connection.tokenRef);
    } catch (error) {
      if (leftOf(connection, now) > 0) return connection;
      throw error;
    }
  }

  private async refreshed(accountId: string, tokenRef: string): Promise<Connection> {
    try {
      return await this.refreshing.refresh(accountId, tokenRef);
    } catch (error) {
      throw error instanceof PlatformError ? platformRejection(error) : error;
    }
  }

  private async tokenOf(connection: Connection, secondLook = false): Promise<AccessToken> {
    const { accountId, tokenRef, scopes } = connection;
    if (connection.revokedAt !== null) throw this.reconnection.needed('account_revoked', accountId);
    if (connection.reconnectReason !== null) throw this.reconnection.needed(connection.reconnectReason, accountId);
    const pair = await this.tokens.get(tokenRef);
    if (pair) return { accessToken: pair.access_token, scopes, tokenRef };
    if (secondLook) throw this.reconnection.needed('token_revoked', accountId);
    return this.tokenOf(await this.log.latest(accountId), true);
  }
}

const isUnauthorized = (error: unknown): boolean => error instanceof PlatformError && error.kind === 'unauthorized';
