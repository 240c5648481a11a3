import { Inject, Injectable } from '@nestjs/common';
import { PLATFORM, PlatformError, type Platform } from '@pps/platform';
import { AccountLock } from '../accounts/account-lock';
import { ConnectionLog } from '../accounts/connection-log';
import type { Connection } from '../accounts/connection.state';
import { requireReconnect, takeRefreshedToken } from '../accounts/connection.decider';
import { AccessTokenVault, tokenPairOf, type TokenPair } from './access-token-vault';

const refreshTimeoutMs = 10_000;

/** Changes an account's pair of tokens for a new one, once whoever asks: a refresh token works a single time. */
@Injectable()
export class TokenRefresh {
  private readonly running = new Map<string, Promise<Connection>>();

  constructor(
    private readonly lock: AccountLock,
    private readonly log: ConnectionLog,
    private readonly tokens: AccessTokenVault,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  /**
   * The account with tokens newer than `staleRef`, or with its `revokedAt` or `reconnectReason` when there are none to be had.
   * Throws `PlatformError` when the platform does not answer.
   */
  refresh(accountId: string, staleRef: string): Promise<Connection> {
    const running = this.running.get(staleRef);
    if (running) return running;
    const started = this.lock.hold(accountId, () => this.refreshAlone(accountId, staleRef)).finally(() => this.running.delete(staleRef));
    this.running.set(staleRef, started);
    return started;
  }

  private async refreshAlone(accountId: string, staleRef: string): Promise<Connection> {
    const connection = await this.log.latest(accountId);
    if (connection.tokenRef !== staleRef || connection.revokedAt !== null || connection.reconnectReason !== null) return connection;
    const newest = await this.tokens.newest(accountId);
    // A process that ended between the vault and the stream left the only pair that still works.
    if (newest && newest.ref !== staleRef) return this.takeOver(connection, newest.ref, newest.value);
    if (!newest) return this.giveUp(connection, 'token_revoked');
    try {
      const { value } = await this.platform.refreshToken({ refreshToken: newest.value.refresh_token }, { timeoutMs: refreshTimeoutMs });
      const pair = tokenPairOf(value, newest.value.scopes);
      return await this.takeOver(connection, await this.tokens.put(accountId, pair), pair);
    } catch (error) {
      if (!(error instanceof PlatformError) || error.kind !== 'grant_refused') throw error;
      const ranOut = newest.value.refresh_expires_at !== null && newest.value.refresh_expires_at <= this.log.now().toISOString();
      return this.giveUp(connection, ranOut ? 'token_expired' : 'token_revoked');
    }
  }

  private async takeOver(connection: Connection, tokenRef: string, pair: TokenPair): Promise<Connection> {
    const { accountId, tokenRef: previousRef } = connection;
    const origin = this.log.ownOrigin(connection);
    const grant = { previousRef, tokenRef, scopes: pair.scopes, tokenExpiresAt: pair.expires_at, refreshedAt: origin.occurredAt };
    const changed = await this.log.append(accountId, origin, (state) => takeRefreshedToken(grant, state));
    if (changed.revokedAt !== null) await this.tokens.dropAll(accountId);
    else await this.tokens.keepOnly(accountId, changed.tokenRef);
    return changed;
  }

  private giveUp(connection: Connection, reason: 'token_expired' | 'token_revoked'): Promise<Connection> {
    const origin = this.log.ownOrigin(connection);
    const dead = { tokenRef: connection.tokenRef, reason, at: origin.occurredAt };
    return this.log.append(connection.accountId, origin, (state) => requireReconnect(dead, state));
  }
}
