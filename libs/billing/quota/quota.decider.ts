import { emptyMap, valueIn, withEntry, type Decider, type PersistentMap } from '@pps/kernel';
import type { QuotaFact, ReleaseReason } from './quota.events';
import { nothingReached, thresholdsReached, type LimitedEntry, type ReachedLimits } from './quota-thresholds.policy';

/** One project's calendar month (UTC). */
export interface QuotaState {
  readonly used: number;
  /** By the entry's id. */
  readonly released: PersistentMap<true>;
  readonly reachedLimits: ReachedLimits;
}

export const quota: Decider<QuotaState, QuotaFact> = {
  initial: { used: 0, released: emptyMap, reachedLimits: nothingReached },
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

/** Releases the unit of an entry; silent when it was released before. */
export function releaseUnit(
  command: { readonly entryId: string; readonly pinId: string; readonly reason: ReleaseReason; readonly at: string },
  state: QuotaState,
): readonly QuotaFact[] {
  if (valueIn(state.released, command.entryId)) return [];
  return [{ type: 'QuotaReleased', data: { entries: [command] } }];
}
