import { type Fact, emptyMap, valueIn, withEntry, type Decider, type PersistentMap, sizeOf } from '@pps/kernel';
import type { Plan } from '../subscription/plans';
import type { StreamType } from '@pps/event-store';

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

const quotaThresholds = [80, 100] as const;

type QuotaThreshold = (typeof quotaThresholds)[number];

/** The largest limit under which each threshold was reached in the month; 0 where it was not. */
type ReachedLimits = Readonly<Record<QuotaThreshold, number>>;

/** One project's calendar month (UTC). */
export interface QuotaState {
  readonly used: number;
  readonly released: PersistentMap<true>;
  readonly reachedLimits: ReachedLimits;
}

export const quota: Decider<QuotaState, QuotaFact> = {
  initial: { used: 0, released: emptyMap, reachedLimits: { 80: 0, 100: 0 } },
  evolve: (state, fact) => {
    switch (fact.type) {
      case 'QuotaConsumed':
        return { ...state, used: state.used + fact.data.entries.reduce((sum, entry) => sum + entry.units, 0) };
      case 'QuotaReleased':
        return {
          ...state,
          used: state.used - fact.data.entries.length,
          released: fact.data.entries.reduce((released, { entryId }) => withEntry(released, entryId, true), state.released),
        };
      case 'QuotaThresholdReached': {
        const { thresholdPercent, quotaLimit } = fact.data;
        return { ...state, reachedLimits: { ...state.reachedLimits, [thresholdPercent]: quotaLimit } };
      }
    }
  },
};

/** An entry with what its own request found: the plan may change between two requests that share an append. */
interface LimitedEntry {
  readonly entry: QuotaEntry;
  readonly plan: Plan;
  readonly limit: number;
}

/** Reserves the entries in order, each that fits under its own limit; those that do not fit are left out of the fact. Thresholds that this reaches are facts beside it. */
export function reserveUnits(asked: readonly LimitedEntry[], state: QuotaState): readonly QuotaFact[] {
  let used = state.used;
  const fitting = asked.filter(({ entry, limit }) => {
    if (used + entry.units > limit) return false;
    used += entry.units;
    return true;
  });
  if (fitting.length === 0) return [];
  const consumed: QuotaFact = { type: 'QuotaConsumed', data: { entries: fitting.map(({ entry }) => entry) } };
  return [consumed, ...thresholdsReached(fitting, state.used, state.reachedLimits)];
}

/** Each threshold is reached once under one limit, and again under a larger one; units that come back and are taken again reach nothing anew. */
function thresholdsReached(
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

/** Releases the unit of an entry; silent when it was released before. */
export function releaseUnit(
  command: { readonly entryId: string; readonly pinId: string; readonly reason: ReleaseReason; readonly at: string },
  state: QuotaState,
): readonly QuotaFact[] {
  if (valueIn(state.released, command.entryId)) return [];
  return [{ type: 'QuotaReleased', data: { entries: [command] } }];
}

/** The calendar month in UTC, `yyyy-mm`. */
export const quotaMonth = (at: Date): string => at.toISOString().slice(0, 7);

/** The first moment after a month `yyyy-mm`, ISO 8601 in UTC: its quota is counted anew from there on. */
export function quotaResetAt(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString();
}

/** `quota-<projectId>-<yyyy-mm>`, in later epochs `…-e<epoch>`: what fits into a project's month (UTC). */
export const quotaStream: StreamType<QuotaState, QuotaFact> = {
  category: 'quota',
  decider: quota,
  facts: {
    QuotaConsumed: 1,
    QuotaReleased: 1,
    QuotaThresholdReached: 1,
  },
  snapshot: { version: 3, every: 200, itemsOf: ({ released }) => sizeOf(released) },
};

export const quotaStreamId = (projectId: string, epoch: number, month: string): string =>
  epoch === 0 ? `${projectId}-${month}` : `${projectId}-${month}-e${epoch}`;

/** Which month of which project and epoch a stream's id names; null for what is none. */
export function quotaOfStreamId(id: string): { readonly projectId: string; readonly month: string; readonly epoch: number } | null {
  const [, projectId, month, epoch = '0'] = /^(.+)-(\d{4}-\d{2})(?:-e(\d+))?$/.exec(id) ?? [];
  return projectId === undefined || month === undefined ? null : { projectId, month, epoch: Number(epoch) };
}
