import { Inject, Injectable } from '@nestjs/common';
import { quotaMonth, QuotaReservations, readPlan } from '@pps/billing';
import { AccountDirectory } from '@pps/connections';
import { LiveStates } from '@pps/event-store';
import type { Principal } from '@pps/identity';
import { CLOCK, type Clock } from '@pps/kernel';
import { ProjectAssets } from '@pps/assets';
import { toStatusBody } from './status-body';

/** The plan, what it includes, and what of it is used. */
@Injectable()
export class BillingStatusReader {
  constructor(
    private readonly live: LiveStates,
    private readonly quota: QuotaReservations,
    private readonly accounts: AccountDirectory,
    private readonly assets: ProjectAssets,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async body({ organizationId, projectId, environment, epoch, asOf }: Principal) {
    const subscription = await readPlan(this.live, organizationId, asOf);
    const month = quotaMonth(this.clock());
    return toStatusBody({
      ...{ subscription, environment, month },
      quotaUsed: await this.quota.readUsed(projectId, epoch, month),
      accountsUsed: await this.accounts.countConnected(projectId, epoch),
      storageUsed: await this.assets.usedBytes({ projectId, epoch, asOf }),
    });
  }
}
