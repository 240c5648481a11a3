import { Inject, Injectable } from '@nestjs/common';
import { quotaMonth, quotaResetAt, QuotaReservations, readPlan, termsOf } from '@pps/billing';
import { AccountDirectory } from '@pps/connections';
import { LiveStates } from '@pps/event-store';
import type { Principal } from '@pps/identity';
import { CLOCK, type Clock } from '@pps/kernel';
import { ProjectAssets } from '@pps/assets';

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
    const { plan, status, provider } = await readPlan(this.live, organizationId, asOf);
    const { quotaPinsMonthly, platformAccountsLimit, storageQuotaBytes, features } = termsOf(plan, environment);
    const month = quotaMonth(this.clock());
    const used = await this.quota.readUsed(projectId, epoch, month);
    const connected = await this.accounts.countConnected(projectId, epoch);
    return {
      plan,
      billing_provider: provider?.provider ?? 'none',
      billing_cycle: provider?.billingCycle ?? null,
      billing_status: status,
      current_period_start: provider?.periodStart ?? null,
      current_period_end: provider?.periodEnd ?? null,
      cancel_at: provider?.cancelAt ?? null,
      features: { uploaded_media_assets: features.uploadedMediaAssets, bulk_imports: features.bulkImports },
      quota_limit: quotaPinsMonthly,
      quota_used: used,
      quota_remaining: Math.max(0, quotaPinsMonthly - used),
      quota_reset_at: quotaResetAt(month),
      quota_exhausted: used >= quotaPinsMonthly,
      platform_accounts_limit: platformAccountsLimit,
      platform_accounts_used: connected,
      storage_quota_bytes: storageQuotaBytes,
      storage_used_bytes: await this.assets.usedBytes({ projectId, epoch, asOf }),
    };
  }
}
