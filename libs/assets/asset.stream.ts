import { type Fact, NotFound, type Decider } from '@pps/kernel';
import type { StreamType } from '@pps/event-store';

export type AssetType = 'image' | 'video';

/** The form an image goes to the platform in, where that refuses the form it was uploaded in. */
export interface ConvertedImage {
  readonly contentType: 'image/jpeg' | 'image/png';
  readonly fileSizeBytes: number;
}

/** A file was uploaded, inspected and stored whole; its bytes are in the asset storage under the asset's id. */
export type AssetStored = Fact<
  'AssetStored',
  {
    readonly assetId: string;
    readonly projectId: string;
    readonly epoch: number;
    readonly organizationId: string;
    readonly assetType: AssetType;
    /** The client's name for the file, without folders. */
    readonly originalFilename: string;
    /** Detected from the content, whatever the client declared. */
    readonly contentType: string;
    readonly fileSizeBytes: number;
    /** Pixels as shown, turned upright. */
    readonly width?: number;
    readonly height?: number;
    readonly durationSeconds?: number;
    /** Of the bytes as uploaded, hex. */
    readonly sha256: string;
    /** Present where the platform gets other bytes than were uploaded. */
    readonly converted?: ConvertedImage;
    /** The API key that uploaded it; absent: the user did, or a release before did not say. */
    readonly uploadedByKeyId?: string;
    readonly storedAt: string;
  }
>;

/** The client deleted the asset: its bytes go, and pins that still wait for them fail. */
export type AssetDeleted = Fact<'AssetDeleted', { readonly assetId: string; readonly deletedAt: string }>;

export type AssetFact = AssetStored | AssetDeleted;

export interface Asset extends Readonly<AssetStored['data']> {
  readonly kind: 'asset';
}

/** What is left to know of a deleted asset: what and whose it was. */
export interface DeletedAsset extends Pick<Asset, 'assetId' | 'assetType' | 'epoch' | 'uploadedByKeyId'> {
  readonly kind: 'deleted';
}

export type AssetState = { readonly kind: 'none' } | Asset | DeletedAsset;

export const asset: Decider<AssetState, AssetFact> = {
  initial: { kind: 'none' },
  evolve(state, fact) {
    switch (fact.type) {
      case 'AssetStored':
        return state.kind === 'none' ? { ...fact.data, kind: 'asset' } : state;
      case 'AssetDeleted': {
        if (state.kind !== 'asset') return state;
        const { assetId, assetType, epoch, uploadedByKeyId } = state;
        return { kind: 'deleted', assetId, assetType, epoch, ...(uploadedByKeyId !== undefined && { uploadedByKeyId }) };
      }
    }
  },
};

/** Silent for an asset that is stored already. Throws `NotFound` for one that was deleted meanwhile. */
export function decideAssetStoring(command: AssetStored['data'], state: AssetState): readonly AssetFact[] {
  switch (state.kind) {
    case 'none':
      return [{ type: 'AssetStored', data: command }];
    case 'asset':
      return [];
    case 'deleted':
      throw new NotFound('Asset');
  }
}

/** Silent for an asset that is deleted already. Throws `NotFound` for one that never was. */
export function decideAssetDeletion(command: { readonly at: string }, state: AssetState): readonly AssetFact[] {
  switch (state.kind) {
    case 'none':
      throw new NotFound('Asset');
    case 'asset':
      return [{ type: 'AssetDeleted', data: { assetId: state.assetId, deletedAt: command.at } }];
    case 'deleted':
      return [];
  }
}

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
