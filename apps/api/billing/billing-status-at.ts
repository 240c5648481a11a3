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
import { usedAfter } from '@projections/quota_ledger/quota-ledger.query';
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
    const { organizationId, projectId, environment } = caller;
    const [epoch, subscription] = await Promise.all([epochAt(this, caller, at), stateAt(this.store, billingStream, organizationId, at)]);
    if (epoch === null || subscription.kind === 'none') throw new NotFound('Subscription');
    const month = quotaMonth(at);
    const ofMonth = streamName(quotaStream, quotaStreamId(projectId, epoch, month));
    const [revision, space] = await Promise.all([
      revisionAt(this.store, ofMonth, at),
      stateAt(this.store, assetSpaceStream, assetSpaceId(projectId, epoch), at),
      this.freshness.wait('quota_ledger', caller),
      this.freshness.wait('resource_versions', caller),
    ]);
    const accounts = await accountsAt(this.db, { projectId, epoch, at });
    return toStatusBody({
      ...{ subscription, environment, month },
      quotaUsed: await usedAfter(this.db, ofMonth, revision),
      accountsUsed: accounts.filter(({ revokedAt }) => revokedAt === null).length,
      storageUsed: space.usedBytes,
    });
  }
}
