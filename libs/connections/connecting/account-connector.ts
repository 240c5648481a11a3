import { Injectable } from '@nestjs/common';
import type { Origin } from '@pps/event-store';
import type { PlatformToken, PlatformUser } from '@pps/platform';
import { AccountMutex } from '../accounts/account-mutex';
import { AccountProfiles } from '../accounts/account-profiles';
import { ConnectionRepository } from '../accounts/connection-repository';
import { connectAccount } from '../accounts/connection.decider';
import { SlotAllocator, type SlotRequest } from './slot-allocator';
import { requestedScopes } from '../accounts/missing-scopes';
import { AccessTokenVault, tokenPairOf } from '../tokens/access-token-vault';

export interface GrantedAccount extends SlotRequest {
  readonly organizationId: string;
  readonly token: PlatformToken;
  readonly user: PlatformUser;
  readonly simulated?: true;
  /** Makes `connect` silent for an account that was ever connected. */
  readonly onlyNew?: boolean;
}

/** Connects an account: takes a slot under the plan's limit, puts names and tokens into the vault, then appends the fact. Throws `Rejected('plan_limit')`. */
@Injectable()
export class AccountConnector {
  constructor(
    private readonly mutex: AccountMutex,
    private readonly slots: SlotAllocator,
    private readonly connections: ConnectionRepository,
    private readonly profiles: AccountProfiles,
    private readonly tokens: AccessTokenVault,
  ) {}

  async connect(granted: GrantedAccount, origin: Origin): Promise<void> {
    await this.mutex.runExclusive(granted.accountId, async () => {
      if (granted.onlyNew && (await this.connections.find(granted.accountId))) return;
      await this.slots.take(granted, origin);
      await this.recordConnection(granted, origin);
    });
  }

  private async recordConnection(granted: GrantedAccount, origin: Origin): Promise<void> {
    const { accountId, projectId, organizationId, epoch, token, user, simulated } = granted;
    const pair = tokenPairOf(token, { scopes: requestedScopes });
    const profileRef = await this.profiles.put(accountId, { username: user.username, display_name: user.displayName });
    const tokenRef = await this.tokens.put(accountId, pair);
    const account = { accountId, projectId, organizationId, epoch, platformUserId: user.id, ...(simulated && { simulated }) };
    const grant = { profileRef, tokenRef, scopes: pair.scopes, tokenExpiresAt: pair.expires_at, connectedAt: origin.occurredAt };
    await this.connections.append(accountId, origin, (state) => connectAccount({ ...account, ...grant }, state));
    await this.tokens.deleteOthers(accountId, tokenRef);
    await this.profiles.deleteOthers(accountId, profileRef);
  }
}
