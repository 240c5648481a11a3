import { KeyedSingleFlight } from '@pps/concurrency';
import { PlatformError, type Platform } from '@pps/platform';
import { AccountMutex } from '../accounts/account-mutex';
import { ConnectionRepository } from '../accounts/connection-repository';
import { type Connection, requireReconnect, replaceTokens } from '../accounts/connection.stream';
import { AccessTokenVault, tokenPairOf, type TokenPair } from './access-token-vault';

const refreshTimeoutMs = 10_000;

/** Refreshes an account's tokens. Concurrent callers share one refresh, because a refresh token can be used only once. */
export class TokenRefresh {
  private readonly flights = new KeyedSingleFlight<Connection>();

  constructor(
    private readonly mutex: AccountMutex,
    private readonly connections: ConnectionRepository,
    private readonly tokens: AccessTokenVault,
    private readonly platform: Platform,
  ) {}

  /**
   * The account with newer tokens than `staleRef`; when there are none, with its `revokedAt` or `reconnectReason`.
   * Throws `PlatformError` when the platform does not answer, `NotFound`, and what `AccountMutex.runExclusive` throws.
   */
  refresh(accountId: string, staleRef: string): Promise<Connection> {
    return this.flights.run(staleRef, () => this.mutex.runExclusive(accountId, () => this.refreshExclusively(accountId, staleRef)));
  }

  private async refreshExclusively(accountId: string, staleRef: string): Promise<Connection> {
    const connection = await this.connections.load(accountId);
    if (connection.tokenRef !== staleRef || connection.revokedAt !== null || connection.reconnectReason !== null) return connection;
    const newest = await this.tokens.loadNewest(accountId);
    // A process died after it put new tokens into the vault and before it appended the fact: those are the only valid ones.
    if (newest && newest.ref !== staleRef) return this.recordNewTokens(connection, newest.ref, newest.value);
    if (!newest) return this.requireNewConsent(connection, 'token_revoked');
    try {
      const { value } = await this.platform.refreshToken({ refreshToken: newest.value.refresh_token }, { timeoutMs: refreshTimeoutMs });
      const pair = tokenPairOf(value, newest.value);
      return await this.recordNewTokens(connection, await this.tokens.put(accountId, pair), pair);
    } catch (error) {
      if (!(error instanceof PlatformError) || error.kind !== 'grant_refused') throw error;
      const ranOut = newest.value.refresh_expires_at !== null && newest.value.refresh_expires_at <= this.connections.now().toISOString();
      return this.requireNewConsent(connection, ranOut ? 'token_expired' : 'token_revoked');
    }
  }

  private async recordNewTokens(connection: Connection, tokenRef: string, pair: TokenPair): Promise<Connection> {
    const { accountId, tokenRef: previousRef } = connection;
    const origin = this.connections.systemOrigin(connection);
    const grant = { previousRef, tokenRef, scopes: pair.scopes, tokenExpiresAt: pair.expires_at, refreshedAt: origin.occurredAt };
    const changed = await this.connections.append(accountId, origin, (state) => replaceTokens(grant, state));
    if (changed.revokedAt !== null) await this.tokens.deleteAll(accountId);
    else await this.tokens.deleteOthers(accountId, changed.tokenRef);
    return changed;
  }

  private requireNewConsent(connection: Connection, reason: 'token_expired' | 'token_revoked'): Promise<Connection> {
    const origin = this.connections.systemOrigin(connection);
    const dead = { tokenRef: connection.tokenRef, reason, at: origin.occurredAt };
    return this.connections.append(connection.accountId, origin, (state) => requireReconnect(dead, state));
  }
}
