import type { Decider } from '@pps/kernel';
import type { QuotaEntry, QuotaFact, ReleaseReason } from './quota.events';

/** One project's calendar month (UTC). */
export interface QuotaState {
  readonly used: number;
  readonly releasedEntryIds: readonly string[];
}

export const quota: Decider<QuotaState, QuotaFact> = {
  initial: { used: 0, releasedEntryIds: [] },
  evolve: (state, fact) => {
    switch (fact.type) {
      case 'QuotaConsumed':
        return { ...state, used: state.used + fact.data.entries.reduce((sum, entry) => sum + entry.units, 0) };
      case 'QuotaReleased':
        return {
          used: state.used - fact.data.entries.length,
          releasedEntryIds: [...state.releasedEntryIds, ...fact.data.entries.map((entry) => entry.entryId)],
        };
    }
  },
};

/** Takes the entries in order for as long as each fits under the limit; those that do not fit are not in the fact. */
export function consumeQuota(
  command: { readonly entries: readonly QuotaEntry[]; readonly limit: number },
  state: QuotaState,
): readonly QuotaFact[] {
  let used = state.used;
  const fitting = command.entries.filter((entry) => {
    if (used + entry.units > command.limit) return false;
    used += entry.units;
    return true;
  });
  return fitting.length > 0 ? [{ type: 'QuotaConsumed', data: { entries: fitting } }] : [];
}

/** Gives the unit of an entry back, once. */
export function releaseQuota(
  command: { readonly entryId: string; readonly pinId: string; readonly reason: ReleaseReason; readonly at: string },
  state: QuotaState,
): readonly QuotaFact[] {
  if (state.releasedEntryIds.includes(command.entryId)) return [];
  return [{ type: 'QuotaReleased', data: { entries: [command] } }];
}
