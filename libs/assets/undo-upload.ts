import { convertedKey, originalKey, type AssetStorage } from '@pps/asset-storage';
import type { Streams, Origin } from '@pps/event-store';
import { valueIn } from '@pps/kernel';
import { freeSpace, type SpaceOfUpload } from './asset-space.decider';
import { assetSpaceId, assetSpaceStream } from './asset-space.stream';

export interface UnstoredUpload extends SpaceOfUpload {
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
