import type { AssetStorage } from '@pps/asset-storage';
import { causedBy, factsOf, type Streams } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import { defineProcess, type Process } from '@pps/read-store';
import { assetStream } from './asset.stream';
import { removeAsset } from './remove-asset';

export interface DeletedAssetDeps {
  readonly streams: Streams;
  readonly storage: AssetStorage;
  readonly clock: Clock;
}

/** Removes the bytes of deleted assets and frees the space they took. */
export const removeDeletedAssets = ({ streams, storage, clock }: DeletedAssetDeps): Process<null> =>
  defineProcess({
    name: 'deleted-assets',
    startsAt: 'beginning',
    handles: factsOf(assetStream, 'AssetDeleted'),
    initial: null,
    react: async (facts) => {
      for (const fact of facts) {
        const { assetId } = fact.data;
        const { projectId, epoch } = fact.metadata;
        if (projectId === undefined) throw new Error(`AssetDeleted ${fact.id} names no project`);
        const now = clock();
        const removed = { assetId, projectId, epoch: epoch ?? 0, at: now.toISOString() };
        await removeAsset(streams, storage, removed, causedBy(fact, now));
      }
      return null;
    },
  });
