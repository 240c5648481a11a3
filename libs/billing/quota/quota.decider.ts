import { emptyMap, valueIn, withEntry, type Decider, type PersistentMap } from '@pps/kernel';
import type { QuotaEntry, QuotaFact, ReleaseReason } from './quota.events';

/** One project's calendar month (UTC). */
export interface QuotaState {
  readonly used: number;
  /** By the entry's id. */
  readonly released: PersistentMap<true>;
}

export const quota: Decider<QuotaState, QuotaFact> = {
  initial: { used: 0, released: emptyMap },
  evolve: (state, fact) => {
    switch (fact.type) {
      case 'QuotaConsumed':
        return { ...state, used: state.used + fact.data.entries.reduce((sum, entry) => sum + entry.units, 0) };
      case 'QuotaReleased':
        return {
          used: state.used - fact.data.entries.length,
          released: fact.data.entries.reduce((released, { entryId }) => withEntry(released, entryId, true), state.released),
        };
    }
  },
};

/** An entry with the limit of its own request: the plan may change between two requests that share an append. */
export interface LimitedEntry {
  readonly entry: QuotaEntry;
  readonly limit: number;
}

/** Reserves the entries in order, each that fits under its own limit; those that do not fit are left out of the fact. */
export function reserveUnits(asked: readonly LimitedEntry[], state: QuotaState): readonly QuotaFact[] {
  let used = state.used;
  const fitting = asked.filter(({ entry, limit }) => {
    if (used + entry.units > limit) return false;
    used += entry.units;
    return true;
  });
  return fitting.length > 0 ? [{ type: 'QuotaConsumed', data: { entries: fitting.map(({ entry }) => entry) } }] : [];
}

/** Releases the unit of an entry; silent when it was released before. */
export function releaseUnit(
  command: { readonly entryId: string; readonly pinId: string; readonly reason: ReleaseReason; readonly at: string },
  state: QuotaState,
): readonly QuotaFact[] {
  if (valueIn(state.released, command.entryId)) return [];
  return [{ type: 'QuotaReleased', data: { entries: [command] } }];
}
