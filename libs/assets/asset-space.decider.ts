import { emptyMap, entriesIn, Rejected, valueIn, withEntry, withoutEntry, type Decider, type PersistentMap } from '@pps/kernel';
import type { AssetSpaceFact } from './asset-space.events';

export interface TakenSpace {
  readonly bytes: number;
  readonly takenAt: string;
}

export interface AssetSpaceState {
  readonly usedBytes: number;
  /** By the asset's id; a project may have any number of them. */
  readonly taken: PersistentMap<TakenSpace>;
}

export const assetSpace: Decider<AssetSpaceState, AssetSpaceFact> = {
  initial: { usedBytes: 0, taken: emptyMap },
  evolve(state, fact) {
    const { assetId } = fact.data;
    const present = valueIn(state.taken, assetId);
    switch (fact.type) {
      case 'AssetSpaceTaken': {
        if (present) return state;
        const { bytes, takenAt } = fact.data;
        return { usedBytes: state.usedBytes + bytes, taken: withEntry(state.taken, assetId, { bytes, takenAt }) };
      }
      case 'AssetSpaceFreed': {
        if (!present) return state;
        return { usedBytes: state.usedBytes - present.bytes, taken: withoutEntry(state.taken, assetId) };
      }
    }
  },
};

/** Takes space for an asset; silent when it has its space already. Throws `Rejected('quota_exceeded')` where it does not fit. */
export function takeSpace(
  command: { readonly assetId: string; readonly bytes: number; readonly quotaBytes: number; readonly at: string },
  state: AssetSpaceState,
): readonly AssetSpaceFact[] {
  const { assetId, bytes, quotaBytes, at } = command;
  if (valueIn(state.taken, assetId)) return [];
  if (state.usedBytes + bytes > quotaBytes) {
    const use = { storage_quota_bytes: quotaBytes, storage_used_bytes: state.usedBytes, file_size_bytes: bytes };
    throw new Rejected('quota_exceeded', 'The storage of the plan is used up.', use);
  }
  return [{ type: 'AssetSpaceTaken', data: { assetId, bytes, takenAt: at } }];
}

/** Frees the space of an asset; silent where none was taken. */
export function freeSpace(command: { readonly assetId: string; readonly at: string }, state: AssetSpaceState): readonly AssetSpaceFact[] {
  const { assetId, at } = command;
  return valueIn(state.taken, assetId) ? [{ type: 'AssetSpaceFreed', data: { assetId, freedAt: at } }] : [];
}

/** Ids of the assets whose space was taken before a moment, oldest first: stored ones, uploads under way, and uploads whose process ended. */
export function takenBefore(state: AssetSpaceState, moment: string): string[] {
  return [...entriesIn(state.taken)]
    .filter(([, { takenAt }]) => takenAt < moment)
    .sort(([, a], [, b]) => (a.takenAt < b.takenAt ? -1 : 1))
    .map(([assetId]) => assetId);
}
