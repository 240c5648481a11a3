import type { Origin } from '@pps/event-store';
import type { SpaceOfUpload } from './asset-space.decider';
import { assetStream } from './asset.stream';
import type { StoreAssetDeps } from './store-asset';
import { undoUpload } from './undo-upload';

/** Frees the space of uploads whose process ended before the asset was stored; not of those that were sent again meanwhile. */
export async function reclaimAssetSpace(
  { streams, storage }: StoreAssetDeps,
  { projectId, epoch, spaces }: { readonly projectId: string; readonly epoch: number; readonly spaces: readonly SpaceOfUpload[] },
  at: string,
  origin: Origin,
): Promise<void> {
  for (const { assetId, takenAt } of spaces) {
    const { state } = await streams.load(assetStream, assetId);
    if (state.kind !== 'asset') await undoUpload(streams, storage, { assetId, projectId, epoch, takenAt, at }, origin);
  }
}
