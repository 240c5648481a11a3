import type { PlanTerms } from '@pps/billing';
import type { KeyedMutex } from '@pps/concurrency';
import type { AccountDirectory } from '@pps/connections';
import { refuseForeignAccount, type Principal } from '@pps/identity';
import { Rejected, NotFound, type Clock } from '@pps/kernel';
import type { Database, Freshness } from '@pps/read-store';
import { countApiKeys } from '@projections/api_keys/api_keys.query';
import { countWebhooks } from '@projections/webhooks/webhooks.query';
import type { PinCheckDeps } from '../create-pin/pin-checks';

/** What a project may have so many of; the name is the `limit` in the refusal and the read model that counts. */
type LimitedThing = 'webhooks' | 'api_keys';

export interface CountLimitDeps extends Pick<PinCheckDeps, 'termsOf' | 'upgradeUrl'> {
  readonly db: Database;
  readonly clock: Clock;
  readonly freshness: Pick<Freshness, 'wait'>;
  readonly creationsByProject: Pick<KeyedMutex, 'runExclusive'>;
}

const limited = {
  webhooks: { name: 'webhooks', count: countWebhooks, limitIn: ({ webhooksLimit }: PlanTerms) => webhooksLimit },
  api_keys: { name: 'API keys', count: countApiKeys, limitIn: ({ apiKeysLimit }: PlanTerms) => apiKeysLimit },
} as const;

/**
 * Creates one more of what a project has a limited number of, one at a time in this process; `create` asks for room once all else is checked, which
 * throws `Rejected('plan_limit')` at the limit. Processes that create at the same moment, or while the read model is behind, may exceed it by what
 * they create meanwhile.
 */
export async function createWithinLimit<T>(
  deps: CountLimitDeps,
  principal: Principal,
  counted: LimitedThing,
  create: (requireRoom: () => Promise<void>) => Promise<T>,
): Promise<T> {
  return deps.creationsByProject.runExclusive(`${counted} ${principal.projectId}`, () =>
    create(() => requireRoomFor(deps, principal, counted)),
  );
}

/** Throws `Rejected('plan_limit')` where the project may have no more of it. */
export async function requireRoomFor(
  { db, clock, freshness, termsOf, upgradeUrl }: Omit<CountLimitDeps, 'creationsByProject'>,
  principal: Principal,
  counted: LimitedThing,
): Promise<void> {
  const { projectId, epoch } = principal;
  const { name, count, limitIn } = limited[counted];
  // Without it nothing could be created while the projector is away.
  await freshness.wait(counted).catch(() => undefined);
  const most = limitIn((await termsOf(principal)).planTerms);
  const used = await count(db, { projectId, epoch }, clock());
  if (used < most) return;
  const message = `The plan allows a project ${most} ${name}.`;
  throw new Rejected('plan_limit', message, { limit: counted, most, used, upgrade_url: upgradeUrl });
}

export interface AccountListDeps extends Pick<PinCheckDeps, 'termsOf'> {
  readonly accounts: Pick<AccountDirectory, 'countKnown'>;
}

/**
 * Refuses a list that names more accounts than the plan allows and the project ever had, as not all of them can be its own: by one look at the
 * project's own list, however many are named. Throws `Rejected('account_not_permitted')`, `NotFound`.
 */
export async function refuseMoreAccounts(
  { accounts, termsOf }: AccountListDeps,
  principal: Principal,
  accountIds: readonly string[] | null | undefined,
): Promise<void> {
  const named = new Set(accountIds ?? []);
  for (const accountId of named) refuseForeignAccount(principal, accountId);
  if (named.size <= 1) return;
  const { platformAccountsLimit } = (await termsOf(principal)).planTerms;
  if (named.size <= platformAccountsLimit) return;
  if (named.size > (await accounts.countKnown(principal.projectId, principal.epoch))) throw new NotFound('Account');
}
