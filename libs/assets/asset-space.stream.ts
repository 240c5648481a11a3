import {
  type Fact,
  emptyMap,
  entriesIn,
  Rejected,
  valueIn,
  withEntry,
  withoutEntry,
  type Decider,
  type PersistentMap,
  sizeOf,
} from '@pps/kernel';
import type { StreamType } from '@pps/event-store';

/** An upload took space under the plan's storage quota: before its bytes are stored, so that parallel uploads cannot exceed it. */
export type AssetSpaceTaken = Fact<'AssetSpaceTaken', { readonly assetId: string; readonly bytes: number; readonly takenAt: string }>;

/** The space of an asset is free again: the asset was deleted, or was never stored, or its upload came again and takes space anew. */
export type AssetSpaceFreed = Fact<'AssetSpaceFreed', { readonly assetId: string; readonly freedAt: string }>;

type AssetSpaceFact = AssetSpaceTaken | AssetSpaceFreed;

interface TakenSpace {
  readonly bytes: number;
  readonly takenAt: string;
}

export interface SpaceOfUpload {
  readonly assetId: string;
  readonly takenAt: string;
}

export interface AssetSpaceState {
  readonly usedBytes: number;
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

/**
 * Takes space for an asset, at the moment that names the call: silent when this call has it already, and what an earlier call of the same upload took is
 * freed and taken anew, so that nobody reclaims it. Throws `Rejected('quota_exceeded')` where it does not fit.
 */
export function takeSpace(
  command: { readonly assetId: string; readonly bytes: number; readonly quotaBytes: number; readonly at: string },
  state: AssetSpaceState,
): readonly AssetSpaceFact[] {
  const { assetId, bytes, quotaBytes, at } = command;
  const present = valueIn(state.taken, assetId);
  if (present?.takenAt === at) return [];
  const usedBytes = state.usedBytes - (present?.bytes ?? 0);
  if (usedBytes + bytes > quotaBytes) {
    const use = { storage_quota_bytes: quotaBytes, storage_used_bytes: usedBytes, file_size_bytes: bytes };
    throw new Rejected('quota_exceeded', 'The storage of the plan is used up.', use);
  }
  return [...freeSpace({ assetId, at }, state), { type: 'AssetSpaceTaken', data: { assetId, bytes, takenAt: at } }];
}

/** Whether an asset has its space as it was taken at this moment: neither freed nor taken anew since. */
export const hasSpace = ({ assetId, takenAt }: SpaceOfUpload, state: AssetSpaceState): boolean =>
  valueIn(state.taken, assetId)?.takenAt === takenAt;

/** Frees the space of an asset, or only what was taken at `takenAt`; silent where that is not there. */
export function freeSpace(
  command: { readonly assetId: string; readonly at: string; readonly takenAt?: string },
  state: AssetSpaceState,
): readonly AssetSpaceFact[] {
  const { assetId, at, takenAt } = command;
  const present = valueIn(state.taken, assetId);
  if (!present || (takenAt !== undefined && takenAt !== present.takenAt)) return [];
  return [{ type: 'AssetSpaceFreed', data: { assetId, freedAt: at } }];
}

/** The assets whose space was taken before a moment, oldest first: stored ones, uploads under way, and uploads whose process ended. */
export function takenBefore(state: AssetSpaceState, moment: string): SpaceOfUpload[] {
  return [...entriesIn(state.taken)]
    .map(([assetId, { takenAt }]) => ({ assetId, takenAt }))
    .filter(({ takenAt }) => takenAt < moment)
    .sort((a, b) => (a.takenAt < b.takenAt ? -1 : 1));
}

/** `asset_space-<projectId>-<epoch>`: what a project's assets take of the plan's storage; the quota is decided here. */
export const assetSpaceStream: StreamType<AssetSpaceState, AssetSpaceFact> = {
  category: 'asset_space',
  decider: assetSpace,
  facts: {
    AssetSpaceTaken: 1,
    AssetSpaceFreed: 1,
  },
  snapshot: { version: 1, every: 200, itemsOf: ({ taken }) => sizeOf(taken) },
};

export const assetSpaceId = (projectId: string, epoch: number): string => `${projectId}-${epoch}`;
