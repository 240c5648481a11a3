import { Inject, Injectable } from '@nestjs/common';
import { quotaMonth, readPlan } from '@pps/billing';
import type { Principal } from '@pps/identity';
import { APP, type App } from '../../foundation/bind-app';
import { toStatusBody } from './status-body';

/** The plan, what it includes, and what of it is used. */
@Injectable()
export class BillingStatusReader {
  constructor(@Inject(APP) private readonly app: Pick<App, 'live' | 'quota' | 'accounts' | 'assets' | 'clock'>) {}

  async body({ organizationId, projectId, environment, epoch, asOf }: Principal) {
    const { live, quota, accounts, assets, clock } = this.app;
    const subscription = await readPlan(live, organizationId, asOf);
    const month = quotaMonth(clock());
    return toStatusBody({
      ...{ subscription, environment, month },
      quotaUsed: await quota.readUsed(projectId, epoch, month),
      accountsUsed: await accounts.countConnected(projectId, epoch),
      storageUsed: await assets.usedBytes({ projectId, epoch, asOf }),
    });
  }
}
