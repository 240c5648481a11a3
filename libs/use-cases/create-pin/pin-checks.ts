import type { ProjectAssets } from '@pps/assets';
import { quotaMonth, quotaResetAt, type Plan, type PublishingTerms, type QuotaCounter } from '@pps/billing';
import type { AccountDirectory, BoardAccess, Reconnection, Verdict } from '@pps/connections';
import { refuseForeignAccount, type Principal } from '@pps/identity';
import { NotFound, Rejected, type Clock, type FieldError } from '@pps/kernel';
import type { PinContent } from '@pps/pins/events';

export interface PinCheckDeps {
  /** What the plan lets the principal's project publish, as of the credential: `readPublishingTerms` in a running service. */
  readonly termsOf: (principal: Principal) => Promise<PublishingTerms>;
  readonly accounts: Pick<AccountDirectory, 'find'>;
  readonly boards: Pick<BoardAccess, 'check'>;
  readonly reconnection: Pick<Reconnection, 'rejection'>;
  readonly assets: Pick<ProjectAssets, 'requireShown' | 'withMediaType'>;
  readonly quota: Pick<QuotaCounter, 'readUsed'>;
  /** Where a refusal for the plan, the quota or the billing sends the client. */
  readonly upgradeUrl: string;
  readonly clock: Clock;
}

export interface MonthlyQuota {
  readonly limit: number;
  readonly used: number;
}

/** The credential may name the account and the project has it. Throws `Rejected('account_not_permitted')`, `NotFound`. */
export async function requireAccount(deps: Pick<PinCheckDeps, 'accounts'>, principal: Principal, accountId: string): Promise<void> {
  await requirePermittedAccount(deps, principal, accountId);
}

/** The same for reads about an account, which a revoked one no longer answers. Throws `Rejected('account_revoked')` too. */
export async function requireLiveAccount(
  deps: Pick<PinCheckDeps, 'accounts' | 'reconnection'>,
  principal: Principal,
  accountId: string,
): Promise<void> {
  const account = await requirePermittedAccount(deps, principal, accountId);
  if (account.revokedAt) throw deps.reconnection.rejection('account_revoked', accountId);
}

async function requirePermittedAccount({ accounts }: Pick<PinCheckDeps, 'accounts'>, principal: Principal, accountId: string) {
  refuseForeignAccount(principal, accountId);
  const account = await accounts.find(principal.projectId, accountId, principal.epoch, principal.asOf);
  if (!account) throw new NotFound('Account');
  return account;
}

/** The same checks for what was accepted before: for some days after a payment became late it is published still. */
export const forAccepted = <Deps extends Pick<PinCheckDeps, 'termsOf' | 'clock'>>(deps: Deps): Deps => ({
  ...deps,
  termsOf: async (principal: Principal) => {
    const { acceptedUntil: until = '', ...terms } = await deps.termsOf(principal);
    return { ...terms, mayPublish: terms.mayPublish || deps.clock().toISOString() < until };
  },
});

/** The project's quota of this month as it stands. */
export async function monthlyQuota(deps: Pick<PinCheckDeps, 'termsOf' | 'quota' | 'clock'>, principal: Principal): Promise<MonthlyQuota> {
  const { planTerms: terms } = await deps.termsOf(principal);
  const used = await deps.quota.readUsed(principal.projectId, principal.epoch, quotaMonth(deps.clock()));
  return { limit: terms.quotaPinsMonthly, used };
}

/** Throws `Rejected('feature_unavailable')` where the pin shows an uploaded file and the plan has none. */
export function requireFeature(
  { upgradeUrl }: Pick<PinCheckDeps, 'upgradeUrl'>,
  { assetId }: PinContent,
  { plan, planTerms: terms }: PublishingTerms,
): void {
  if (assetId === undefined || terms.features.uploadedMediaAssets) return;
  throw featureUnavailable({ upgradeUrl }, 'uploaded_media_assets', plan);
}

/**
 * The same for an edit: what was shown before may stay, also on a plan that has no uploads any more. Throws `Rejected('feature_unavailable')`,
 * `NotFound` where the organization has no subscription.
 */
export async function requireFeatureOfEdit(
  deps: Pick<PinCheckDeps, 'upgradeUrl' | 'termsOf'>,
  principal: Principal,
  before: PinContent,
  edited: PinContent,
): Promise<void> {
  if (edited.assetId !== before.assetId) requireFeature(deps, edited, await deps.termsOf(principal));
}

/** Throws `Rejected('billing_inactive')`. */
export function requireBilling({ upgradeUrl }: Pick<PinCheckDeps, 'upgradeUrl'>, terms: PublishingTerms): void {
  if (terms.mayPublish) return;
  throw new Rejected('billing_inactive', 'The subscription is not active.', { plan: terms.plan, upgrade_url: upgradeUrl });
}

/** Throws `Rejected('asset_not_found')`, and `Invalid` for a cover on a picture; `at` is where the pin stands in the request. */
export async function requireMedia(
  { assets }: Pick<PinCheckDeps, 'assets'>,
  principal: Principal,
  content: PinContent,
  at?: FieldError['loc'],
): Promise<void> {
  if (content.assetId !== undefined) await assets.requireShown(principal, content, at);
}

/** The same for a pin that shows something already: files that it shows may stay, also for a key that does not see those of others. */
export async function requireMediaOfEdit(
  { assets }: Pick<PinCheckDeps, 'assets'>,
  principal: Principal,
  before: PinContent,
  edited: PinContent,
): Promise<void> {
  if (edited.assetId !== undefined) await assets.requireShown(principal, edited, undefined, before);
}

/** The preflight verdict, which may say that the platform could not be asked. Throws the board's or the connection's refusal. */
export async function requireBoard(
  { boards, reconnection }: Pick<PinCheckDeps, 'boards' | 'reconnection'>,
  principal: Principal,
  accountId: string,
  boardId: string,
): Promise<Verdict> {
  const verdict = await boards.check({ accountId, boardId, head: principal.asOf });
  if (verdict.status !== 'failed') return verdict;
  const { code, message } = verdict;
  switch (code) {
    case 'token_expired':
    case 'token_revoked':
    case 'account_revoked':
    case 'scope_missing':
      throw reconnection.rejection(code, accountId, { board_id: boardId });
    case 'board_not_found':
    case 'board_deleted':
    case 'board_not_owned':
    case 'board_access_denied':
    case 'sandbox_board_not_allowed':
      throw new Rejected(code, message, { board_id: boardId, account_id: accountId });
  }
}

/** The refusal of a pin for which the month, which is the present one unless another is said, has no unit. */
export function quotaExceeded(
  { upgradeUrl, clock }: Pick<PinCheckDeps, 'upgradeUrl' | 'clock'>,
  { environment }: Pick<Principal, 'environment'>,
  { limit, used }: MonthlyQuota,
  month = quotaMonth(clock()),
): Rejected {
  const message = 'The monthly quota of pin creations is used up.';
  const use = { quota_limit: limit, quota_used: used, quota_reset_at: quotaResetAt(month) };
  const inSandbox = { remediation: 'Reset the sandbox, which counts anew, or wait for the month to turn.' };
  return new Rejected('quota_exceeded', message, { upgrade_url: upgradeUrl, ...use }, environment === 'sandbox' ? inSandbox : {});
}

const featureNames = { uploaded_media_assets: 'uploaded media', bulk_imports: 'bulk imports' } as const;

/** The refusal of what the plan does not include at all. */
export function featureUnavailable(
  { upgradeUrl }: Pick<PinCheckDeps, 'upgradeUrl'>,
  feature: keyof typeof featureNames,
  plan: Plan,
): Rejected {
  const message = `The plan does not include ${featureNames[feature]}.`;
  return new Rejected('feature_unavailable', message, { feature, plan, upgrade_url: upgradeUrl });
}
