import { originalKey, type AssetStorage } from '@pps/asset-storage';
import type { Streams, Origin } from '@pps/event-store';
import { freeSpace } from './asset-space.decider';
import { assetSpaceId, assetSpaceStream } from './asset-space.stream';
import { convertedKey } from '@pps/asset-storage';

export interface RemovedAsset {
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
