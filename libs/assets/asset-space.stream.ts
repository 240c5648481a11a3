import type { StreamType } from '@pps/event-store';
import { sizeOf } from '@pps/kernel';
import { assetSpace, type AssetSpaceState } from './asset-space.decider';
import type { AssetSpaceFact } from './asset-space.events';

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
