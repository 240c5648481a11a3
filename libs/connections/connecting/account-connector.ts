import type { Origin } from '@pps/event-store';
import type { PlatformToken, PlatformUser } from '@pps/platform';
import { AccountMutex } from '../accounts/account-mutex';
import { AccountProfiles } from '../accounts/account-profiles';
import { ConnectionRepository } from '../accounts/connection-repository';
import { connectAccount } from '../accounts/connection.stream';
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

export interface AccountConnectorDeps {
  readonly mutex: AccountMutex;
  readonly slots: SlotAllocator;
  readonly connections: ConnectionRepository;
  readonly profiles: AccountProfiles;
  readonly tokens: AccessTokenVault;
}

/** Connects an account: takes a slot under the plan's limit, puts names and tokens into the vault, then appends the fact. Throws `Rejected('plan_limit')`. */
export class AccountConnector {
  constructor(private readonly deps: AccountConnectorDeps) {}

  async connect(granted: GrantedAccount, origin: Origin): Promise<void> {
    await this.deps.mutex.runExclusive(granted.accountId, async () => {
      if (granted.onlyNew && (await this.deps.connections.find(granted.accountId))) return;
      await this.deps.slots.take(granted, origin);
      await this.recordConnection(granted, origin);
    });
  }

  private async recordConnection(granted: GrantedAccount, origin: Origin): Promise<void> {
    const { accountId, projectId, organizationId, epoch, token, user, simulated } = granted;
    const pair = tokenPairOf(token, { scopes: requestedScopes });
    const profileRef = await this.deps.profiles.put(accountId, { username: user.username, display_name: user.displayName });
    const tokenRef = await this.deps.tokens.put(accountId, pair);
    const account = { accountId, projectId, organizationId, epoch, platformUserId: user.id, ...(simulated && { simulated }) };
    const grant = { profileRef, tokenRef, scopes: pair.scopes, tokenExpiresAt: pair.expires_at, connectedAt: origin.occurredAt };
    await this.deps.connections.append(accountId, origin, (state) => connectAccount({ ...account, ...grant }, state));
    await this.deps.tokens.deleteOthers(accountId, tokenRef);
    await this.deps.profiles.deleteOthers(accountId, profileRef);
  }
}
