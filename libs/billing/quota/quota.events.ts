import type { Fact } from '@pps/kernel';
import type { Plan } from '../subscription/plans';

export interface QuotaEntry {
  readonly entryId: string;
  readonly pinId: string;
  readonly units: number;
  readonly source: 'api' | 'batch' | 'import' | 'schedule';
  readonly at: string;
  /** The platform account that the pin was to be published with; absent in entries of earlier releases. */
  readonly accountId?: string;
  /** The schedule that the pin comes from. */
  readonly scheduleId?: string;
  /** Who consumed it: one fact may carry entries of several callers. */
  readonly actor: { readonly type: string; readonly id?: string };
}

export type ReleaseReason = 'pin_abandoned' | 'scheduled_publish_failed' | 'schedule_canceled';

/** Units of the month were spent on pins; one fact may carry the entries of many requests. */
export type QuotaConsumed = Fact<'QuotaConsumed', { readonly entries: readonly QuotaEntry[] }>;

/** Units were given back, each of them once. */
export type QuotaReleased = Fact<
  'QuotaReleased',
  { readonly entries: readonly { readonly entryId: string; readonly pinId: string; readonly reason: ReleaseReason; readonly at: string }[] }
>;

/** So much of the month's quota is used, for the first time under a limit as large. */
export type QuotaThresholdReached = Fact<
  'QuotaThresholdReached',
  {
    readonly plan: Plan;
    /** In UTC, `yyyy-mm`. */
    readonly month: string;
    readonly thresholdPercent: 80 | 100;
    /** Units that the plan allowed in the month. */
    readonly quotaLimit: number;
    /** Units used, with the one that reached the threshold. */
    readonly quotaUsed: number;
    readonly reachedAt: string;
  }
>;

export type QuotaFact = QuotaConsumed | QuotaReleased | QuotaThresholdReached;
