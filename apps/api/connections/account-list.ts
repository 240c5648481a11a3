import { Inject, Injectable } from '@nestjs/common';
import type { Connection } from '@pps/connections/events';
import type { Principal } from '@pps/identity';
import { isWithin, laterMoment } from '@pps/kernel';
import { storableMoment } from '@pps/read-store';
import { epochAt } from '@pps/use-cases';
import { findAccounts, type AccountRow } from '@projections/accounts/accounts.query';
import { accountsAt } from '@projections/resource_versions/versions-at.query';
import { APP, type App } from '../../foundation/bind-app';
import { toAccountBody } from './account-body';

/** A project's platform accounts, those that the caller may know of, now or at a moment. */
@Injectable()
export class AccountList {
  constructor(@Inject(APP) private readonly app: Pick<App, 'profiles' | 'freshness' | 'db' | 'store'>) {}

  async of(caller: Principal, includeRevoked: boolean) {
    const { projectId, epoch, accountIds } = caller;
    await this.app.freshness.wait('accounts', caller);
    return this.bodiesOf(await findAccounts(this.app.db, { projectId, epoch, accountIds, includeRevoked }));
  }

  /** As they were at a moment; empty before the project existed. */
  async at(caller: Principal, at: Date, includeRevoked: boolean) {
    const epoch = await epochAt(this.app, caller, at);
    if (epoch === null) return [];
    await this.app.freshness.wait('resource_versions', caller);
    const accounts = await accountsAt(this.app.db, { projectId: caller.projectId, epoch, at });
    const permitted = accounts.filter(({ accountId }) => isWithin([accountId], caller.accountIds));
    return this.bodiesOf(permitted.filter(({ revokedAt }) => includeRevoked || revokedAt === null).map(rowOfConnection));
  }

  private async bodiesOf(rows: readonly AccountRow[]) {
    const profiles = await this.app.profiles.getMany(rows.map((row) => row.profile_ref));
    return rows.map((row) => toAccountBody(row, profiles.get(row.profile_ref)));
  }
}

function rowOfConnection(account: Connection): AccountRow {
  const { connectedAt, consentedAt, tokenIssuedAt, reconnectRequiredAt, revokedAt } = account;
  const moments = [connectedAt, consentedAt, tokenIssuedAt, reconnectRequiredAt ?? '', revokedAt ?? ''];
  // The build of an older release, which serves until the new one has caught up, has no such field.
  const updatedAt = account.updatedAt ?? moments.reduce(laterMoment);
  return {
    account_id: account.accountId,
    project_id: account.projectId,
    platform_user_id: account.platformUserId,
    profile_ref: account.profileRef,
    scopes: account.scopes,
    token_expires_at: new Date(storableMoment(account.tokenExpiresAt)),
    reconnect_reason: account.reconnectReason,
    health_checked_at: new Date(reconnectRequiredAt ?? tokenIssuedAt),
    created_at: new Date(connectedAt),
    updated_at: new Date(updatedAt),
    revoked_at: revokedAt === null ? null : new Date(revokedAt),
  };
}
