import { quotaResetAt, termsOf } from '@pps/billing';
import type { Subscription } from '@pps/billing/events';
import type { Principal } from '@pps/identity';

/** A plan, and what of it is used. */
export interface PlanUse extends Pick<Principal, 'environment'> {
  readonly subscription: Pick<Subscription, 'plan' | 'status' | 'provider' | 'ownLimits'>;
  /** The quota's month, `yyyy-mm`. */
  readonly month: string;
  readonly quotaUsed: number;
  readonly accountsUsed: number;
  /** Bytes. */
  readonly storageUsed: number;
}

/** The billing status of the interface. */
export function toStatusBody({ subscription, environment, month, quotaUsed, accountsUsed, storageUsed }: PlanUse) {
  const { plan, status, provider } = subscription;
  const { quotaPinsMonthly, platformAccountsLimit, storageQuotaBytes, features } = termsOf(subscription, environment);
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
    quota_used: quotaUsed,
    quota_remaining: Math.max(0, quotaPinsMonthly - quotaUsed),
    quota_reset_at: quotaResetAt(month),
    quota_exhausted: quotaUsed >= quotaPinsMonthly,
    platform_accounts_limit: platformAccountsLimit,
    platform_accounts_used: accountsUsed,
    storage_quota_bytes: storageQuotaBytes,
    storage_used_bytes: storageUsed,
  };
}
