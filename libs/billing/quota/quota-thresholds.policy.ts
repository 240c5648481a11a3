import type { QuotaEntry, QuotaThresholdReached } from './quota.events';
import { quotaMonth } from './quota-month';
import type { Plan } from '../subscription/plans';

/** Of the month's quota, in percent. */
export const quotaThresholds = [80, 100] as const;

export type QuotaThreshold = (typeof quotaThresholds)[number];

/** The largest limit under which each threshold was reached in the month; 0 where it was not. */
export type ReachedLimits = Readonly<Record<QuotaThreshold, number>>;

export const nothingReached: ReachedLimits = { 80: 0, 100: 0 };

/** An entry with what its own request found: the plan may change between two requests that share an append. */
export interface LimitedEntry {
  readonly entry: QuotaEntry;
  readonly plan: Plan;
  readonly limit: number;
}

/**
 * The thresholds that taking these entries reaches for the first time: once each under one limit, and again under a larger one. Units that come
 * back and are taken again reach nothing anew. In the order in which they are reached.
 */
export function thresholdsReached(
  taken: readonly LimitedEntry[],
  usedBefore: number,
  reachedBefore: ReachedLimits,
): readonly QuotaThresholdReached[] {
  const facts: QuotaThresholdReached[] = [];
  const reached = { ...reachedBefore };
  let used = usedBefore;
  for (const { entry, plan, limit } of taken) {
    used += entry.units;
    for (const thresholdPercent of quotaThresholds) {
      if (used * 100 < thresholdPercent * limit || limit <= reached[thresholdPercent]) continue;
      reached[thresholdPercent] = limit;
      const month = quotaMonth(new Date(entry.at));
      const data = { plan, month, thresholdPercent, quotaLimit: limit, quotaUsed: used, reachedAt: entry.at };
      facts.push({ type: 'QuotaThresholdReached', data });
    }
  }
  return facts;
}
