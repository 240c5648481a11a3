import { Inject, Injectable } from '@nestjs/common';
import { assetSpaceId } from '@pps/assets';
import { assetSpaceStream } from '@pps/assets/events';
import { quotaMonth } from '@pps/billing';
import { billingStream, quotaStream, quotaStreamId } from '@pps/billing/events';
import { EVENT_STORE, revisionAt, stateAt, streamName, type EventStore } from '@pps/event-store';
import type { Principal } from '@pps/identity';
import { NotFound } from '@pps/kernel';
import { DATABASE, Freshness, type Database } from '@pps/read-store';
import { epochAt } from '@pps/use-cases';
import { revisionNear, usedAfter } from '@projections/quota_ledger/quota-ledger.query';
import { accountsAt } from '@projections/resource_versions/versions-at.query';
import { toStatusBody } from './status-body';

/** The billing status at a moment in the past. */
@Injectable()
export class BillingStatusAt {
  constructor(
    private readonly freshness: Freshness,
    @Inject(EVENT_STORE) readonly store: EventStore,
    @Inject(DATABASE) private readonly db: Database,
  ) {}

  /** Throws `NotFound` before the project existed, `NotFresh`. */
  async body(caller: Principal, at: Date) {
    const { organizationId, projectId, environment, epoch } = caller;
    const month = quotaMonth(at);
    const [epochThen, subscription, quotaUsed, accounts, space] = await Promise.all([
      epochAt(this, caller, at),
      stateAt(this.store, billingStream, organizationId, at),
      this.quotaUsed(caller, streamName(quotaStream, quotaStreamId(projectId, epoch, month)), at),
      this.freshness.wait('resource_versions', caller).then(() => accountsAt(this.db, { projectId, epoch, at })),
      stateAt(this.store, assetSpaceStream, assetSpaceId(projectId, epoch), at),
    ]);
    if (epochThen === null || subscription.kind === 'none')
      throw new NotFound('Subscription', 'Ask for a later as_of: the project did not exist then.');
    return toStatusBody({
      ...{ subscription, environment, month },
      quotaUsed,
      accountsUsed: accounts.filter(({ revokedAt }) => revokedAt === null).length,
      storageUsed: space.usedBytes,
    });
  }
  /** The ledger tells about where in the month's stream the moment is, the facts around it tell exactly. */
  private async quotaUsed(caller: Principal, ofMonth: string, at: Date): Promise<number> {
    await this.freshness.wait('quota_ledger', caller);
    const near = await revisionNear(this.db, ofMonth, at);
    return usedAfter(this.db, ofMonth, await revisionAt(this.store, ofMonth, at, near));
  }
}
