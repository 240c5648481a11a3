import { Rejected } from '@pps/kernel';
import type { PlanLimitName, OwnLimits } from './plans';
import type { SubscriptionState } from './subscription.stream';
import type { OwnLimitsSet } from './subscription.events';

/** Null: the plan's own number holds again. */
export type OwnLimitChanges = Readonly<Partial<Record<PlanLimitName, number | null>>>;

/** The most that may be agreed; the least is 1. Webhooks and keys are listed whole, and every event meets each webhook. */
export const largestOwnLimits: Readonly<Record<PlanLimitName, number>> = {
  quotaPinsMonthly: 10_000_000,
  platformAccountsLimit: 10_000,
  storageQuotaBytes: 2 ** 50,
  webhooksLimit: 1_000,
  apiKeysLimit: 2_000,
  activityLogRetentionDays: 36_500,
};

/**
 * Changes limits that were agreed with one organization; silent when nothing changes. Throws `Rejected('bad_request')` for a plan other than
 * Enterprise and for a number that is not whole or out of bounds.
 */
export function setOwnLimits(
  { limits, at }: { readonly limits: OwnLimitChanges; readonly at: string },
  state: SubscriptionState,
): readonly OwnLimitsSet[] {
  if (state.kind === 'none') return [];
  if (state.plan !== 'enterprise') throw new Rejected('bad_request', 'Only the plan enterprise takes limits of its own.');
  const changed: Partial<Record<PlanLimitName, number>> = { ...state.ownLimits };
  for (const [name, limit] of Object.entries(limits) as [PlanLimitName, number | null][]) {
    if (limit === null) delete changed[name];
    else if (Number.isSafeInteger(limit) && limit >= 1 && limit <= largestOwnLimits[name]) changed[name] = limit;
    else throw new Rejected('bad_request', `${name} is a whole number from 1 to ${largestOwnLimits[name]}.`);
  }
  return isSame(changed, state.ownLimits) ? [] : [{ type: 'OwnLimitsSet', data: { limits: changed, setAt: at } }];
}

const isSame = (one: OwnLimits, other: OwnLimits): boolean =>
  (Object.keys(largestOwnLimits) as PlanLimitName[]).every((name) => one[name] === other[name]);
