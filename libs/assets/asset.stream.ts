import type { StreamType } from '@pps/event-store';
import { asset, type AssetState } from './asset.decider';
import type { AssetFact } from './asset.events';

/** `asset-<assetId>`: an uploaded image or video: stored, deleted. */
export const assetStream: StreamType<AssetState, AssetFact> = {
  category: 'asset',
  decider: asset,
  facts: {
    AssetStored: 1,
    AssetDeleted: 1,
  },
  sealed: { AssetStored: ['originalFilename', 'sha256'] },
};
