import { Injectable } from '@nestjs/common';
import type { Origin } from '@pps/event-store';
import type { PlatformToken, PlatformUser } from '@pps/platform';
import { AccountLock } from '../accounts/account-lock';
import { AccountProfiles } from '../accounts/account-profiles';
import { ConnectionLog } from '../accounts/connection-log';
import { connectAccount } from '../accounts/connection.decider';
import { SlotKeeper, type SlotRequest } from '../accounts/slot-keeper';
import { requestedScopes } from './platform-scopes';
import { AccessTokenVault, tokenPairOf } from '../tokens/access-token-vault';

export interface GrantedAccount extends SlotRequest {
  readonly organizationId: string;
  readonly token: PlatformToken;
  readonly user: PlatformUser;
  readonly simulated?: true;
  /** Nothing happens to an account that was ever connected. */
  readonly onlyNew?: boolean;
}

/** Takes a consent in: a place under the plan's limit, names and tokens in the vault, then the fact. Throws `Rejected` `plan_limit`. */
@Injectable()
export class AccountConnector {
  constructor(
    private readonly lock: AccountLock,
    private readonly slots: SlotKeeper,
    private readonly log: ConnectionLog,
    private readonly profiles: AccountProfiles,
    private readonly tokens: AccessTokenVault,
  ) {}

  async connect(granted: GrantedAccount, origin: Origin): Promise<void> {
    await this.lock.hold(granted.accountId, async () => {
      if (granted.onlyNew && (await this.log.find(granted.accountId))) return;
      await this.slots.take(granted, origin);
      await this.record(granted, origin);
    });
  }

  private async record(granted: GrantedAccount, origin: Origin): Promise<void> {
    const { accountId, projectId, organizationId, epoch, token, user, simulated } = granted;
    const pair = tokenPairOf(token, requestedScopes);
    const profileRef = await this.profiles.put(accountId, { username: user.username, display_name: user.displayName });
    const tokenRef = await this.tokens.put(accountId, pair);
    const account = { accountId, projectId, organizationId, epoch, platformUserId: user.id, ...(simulated && { simulated }) };
    const grant = { profileRef, tokenRef, scopes: pair.scopes, tokenExpiresAt: pair.expires_at, connectedAt: origin.occurredAt };
    await this.log.append(accountId, origin, (state) => connectAccount({ ...account, ...grant }, state));
    await this.tokens.keepOnly(accountId, tokenRef);
    await this.profiles.keepOnly(accountId, profileRef);
  }
}
