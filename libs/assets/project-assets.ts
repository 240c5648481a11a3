import { LiveStates } from '@pps/event-store';
import { Invalid, NotFound, Rejected, type FieldError } from '@pps/kernel';
import { type Asset, assetStream } from './asset.stream';
import { assetSpaceId, assetSpaceStream } from './asset-space.stream';

/** A project in its present epoch, as of a position of the log. */
export interface AssetOwner {
  readonly projectId: string;
  readonly epoch: number;
  readonly asOf: bigint;
  /** The accounts that the asker is limited to; null or absent: none. One that is limited sees only what it uploaded itself. */
  readonly accountIds?: readonly string[] | null;
  readonly keyId?: string;
}

export interface ShownMedia {
  readonly assetId?: string;
  readonly coverImageUrl?: string;
  readonly coverImageAssetId?: string;
}

/** A project's uploaded files as of now, by their own streams. */
export class ProjectAssets {
  constructor(private readonly live: LiveStates) {}

  /** Throws `NotFound` for one that is absent, deleted or somebody else's. */
  async find(owner: AssetOwner, assetId: string): Promise<Asset> {
    const asset = await this.findPresent(owner, assetId);
    if (!asset) throw new NotFound('Asset');
    return asset;
  }

  async usedBytes({ projectId, epoch, asOf }: AssetOwner): Promise<number> {
    return (await this.live.get(assetSpaceStream, assetSpaceId(projectId, epoch), asOf)).state.usedBytes;
  }

  /**
   * Throws `Rejected('asset_not_found')` where the pin names what is not there, `Invalid` where it gives a picture a cover. What it has shown `before`
   * is there for every asker who may change it, whoever uploaded it.
   */
  async requireShown(
    owner: AssetOwner,
    { assetId, coverImageUrl, coverImageAssetId }: ShownMedia,
    at: FieldError['loc'] = ['body'],
    before: ShownMedia = {},
  ): Promise<void> {
    if (assetId === undefined) return;
    const askerOf = (id: string) => (id === before.assetId || id === before.coverImageAssetId ? { ...owner, accountIds: null } : owner);
    const asset = await this.findPresent(askerOf(assetId), assetId);
    if (!asset) throw assetNotFound(assetId);
    const cover = coverImageUrl !== undefined ? 'cover_image_url' : coverImageAssetId !== undefined ? 'cover_image_asset_id' : null;
    if (cover && asset.assetType !== 'video') {
      throw new Invalid([{ loc: [...at, cover], msg: 'Only a video has a cover image', type: 'not_applicable' }]);
    }
    if (coverImageAssetId === undefined) return;
    const image = await this.findPresent(askerOf(coverImageAssetId), coverImageAssetId);
    if (image?.assetType !== 'image') throw assetNotFound(coverImageAssetId);
  }

  /** What the pin shows, with the kind of medium that its asset is. */
  async withMediaType<C extends ShownMedia>(
    { asOf }: Pick<AssetOwner, 'asOf'>,
    given: C,
  ): Promise<C | (C & { readonly mediaType: 'video' })> {
    if (given.assetId === undefined) return given;
    const { state } = await this.live.get(assetStream, given.assetId, asOf);
    return state.kind !== 'none' && state.assetType === 'video' ? { ...given, mediaType: 'video' as const } : given;
  }

  private async findPresent({ projectId, epoch, asOf, accountIds, keyId }: AssetOwner, assetId: string): Promise<Asset | null> {
    const { state } = await this.live.get(assetStream, assetId.toLowerCase(), asOf);
    if (state.kind !== 'asset' || state.projectId !== projectId || state.epoch !== epoch) return null;
    const isVisible = !accountIds || (keyId !== undefined && state.uploadedByKeyId === keyId);
    return isVisible ? state : null;
  }
}

const assetNotFound = (assetId: string): Rejected => new Rejected('asset_not_found', 'The asset was not found.', { asset_id: assetId });
