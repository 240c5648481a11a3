import { quotaMonth, readPlan, quotaResetAt, termsOf } from '@pps/billing';
import type { Principal } from '@pps/identity';
import type { App } from '../../foundation/bind-app';
import { assetSpaceId } from '@pps/assets';
import { assetSpaceStream } from '@pps/assets/events';
import { billingStream, quotaStream, quotaStreamId, type Subscription } from '@pps/billing/events';
import { revisionAt, stateAt, streamName } from '@pps/event-store';
import { NotFound } from '@pps/kernel';
import { epochAt } from '@pps/use-cases';
import { revisionNear, usedAfter } from '@projections/quota_ledger/quota-ledger.query';
import { accountsAt } from '@projections/resource_versions/versions-at.query';

/** The plan, what it includes, and what of it is used. */
export async function presentBillingStatus(
  app: Pick<App, 'live' | 'quota' | 'accounts' | 'assets' | 'clock'>,
  { organizationId, projectId, environment, epoch, asOf }: Principal,
) {
  const { live, quota, accounts, assets, clock } = app;
  const subscription = await readPlan(live, organizationId, asOf);
  const month = quotaMonth(clock());
  return toStatusBody({
    ...{ subscription, environment, month },
    quotaUsed: await quota.readUsed(projectId, epoch, month),
    accountsUsed: await accounts.countConnected(projectId, epoch),
    storageUsed: await assets.usedBytes({ projectId, epoch, asOf }),
  });
}

/** Throws `NotFound` before the project existed, `NotFresh`. */
export async function billingStatusAt(app: Pick<App, 'store' | 'freshness' | 'db'>, caller: Principal, at: Date) {
  const { organizationId, projectId, environment, epoch } = caller;
  const month = quotaMonth(at);
  const [epochThen, subscription, quotaUsed, accounts, space] = await Promise.all([
    epochAt(app, caller, at),
    stateAt(app.store, billingStream, organizationId, at),
    quotaUsedAt(app, caller, streamName(quotaStream, quotaStreamId(projectId, epoch, month)), at),
    app.freshness.wait('resource_versions', caller).then(() => accountsAt(app.db, { projectId, epoch, at })),
    stateAt(app.store, assetSpaceStream, assetSpaceId(projectId, epoch), at),
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
async function quotaUsedAt(app: Pick<App, 'store' | 'freshness' | 'db'>, caller: Principal, ofMonth: string, at: Date): Promise<number> {
  await app.freshness.wait('quota_ledger', caller);
  const near = await revisionNear(app.db, ofMonth, at);
  return usedAfter(app.db, ofMonth, await revisionAt(app.store, ofMonth, at, near));
}

/** A plan, and what of it is used. */
interface PlanUse extends Pick<Principal, 'environment'> {
  readonly subscription: Pick<Subscription, 'plan' | 'status' | 'provider' | 'ownLimits'>;
  /** The quota's month, `yyyy-mm`. */
  readonly month: string;
  readonly quotaUsed: number;
  readonly accountsUsed: number;
  /** Bytes. */
  readonly storageUsed: number;
}

/** The billing status of the interface. */
function toStatusBody({ subscription, environment, month, quotaUsed, accountsUsed, storageUsed }: PlanUse) {
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
