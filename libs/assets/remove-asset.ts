import type { Streams, Origin } from '@pps/event-store';
import { decideAssetDeletion, assetStream } from './asset.stream';
import { originalKey, type AssetStorage, convertedKey } from '@pps/asset-storage';
import { freeSpace, assetSpaceId, assetSpaceStream, type SpaceOfUpload } from './asset-space.stream';
import { valueIn } from '@pps/kernel';

/** Deletes an asset, so that no response shows it. Processes that answer the fact remove its bytes and fail the pins that wait for it. Throws `NotFound`. */
export async function markAssetDeleted(
  { streams }: { readonly streams: Pick<Streams, 'decide'> },
  assetId: string,
  at: string,
  origin: Origin,
): Promise<void> {
  await streams.decide(assetStream, assetId, origin, (state) => decideAssetDeletion({ at }, state));
}

interface RemovedAsset {
  readonly assetId: string;
  readonly projectId: string;
  readonly epoch: number;
  readonly at: string;
}

/** Removes the bytes of an asset, then frees its space; a repeat is silent. */
export async function removeAsset(
  streams: Streams,
  storage: AssetStorage,
  { assetId, projectId, epoch, at }: RemovedAsset,
  origin: Origin,
): Promise<void> {
  await storage.remove(originalKey(assetId));
  await storage.remove(convertedKey(assetId));
  await streams.decide(assetSpaceStream, assetSpaceId(projectId, epoch), origin, (state) => freeSpace({ assetId, at }, state));
}

interface UnstoredUpload extends SpaceOfUpload {
  readonly projectId: string;
  readonly epoch: number;
  readonly at: string;
}

/**
 * Frees the space that a call of an upload took, then removes its bytes; silent where a repeat has taken space anew: the bytes may be its own. Bytes that a
 * crash leaves are swept as orphans.
 */
export async function undoUpload(
  streams: Pick<Streams, 'decide'>,
  storage: AssetStorage,
  { assetId, projectId, epoch, takenAt, at }: UnstoredUpload,
  origin: Origin,
): Promise<void> {
  const space = assetSpaceId(projectId, epoch);
  const { state } = await streams.decide(assetSpaceStream, space, origin, (current) => freeSpace({ assetId, at, takenAt }, current));
  if (valueIn(state.taken, assetId)) return;
  await storage.remove(originalKey(assetId));
  await storage.remove(convertedKey(assetId));
}

/** Frees the space of uploads whose process ended before the asset was stored; not of those that were sent again meanwhile. */
export async function reclaimAssetSpace(
  { streams, storage }: { readonly streams: Pick<Streams, 'decide' | 'load'>; readonly storage: AssetStorage },
  { projectId, epoch, spaces }: { readonly projectId: string; readonly epoch: number; readonly spaces: readonly SpaceOfUpload[] },
  at: string,
  origin: Origin,
): Promise<void> {
  for (const { assetId, takenAt } of spaces) {
    const { state } = await streams.load(assetStream, assetId);
    if (state.kind !== 'asset') await undoUpload(streams, storage, { assetId, projectId, epoch, takenAt, at }, origin);
  }
}
