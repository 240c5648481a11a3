import { originalKey, type AssetStorage, convertedKey } from '@pps/asset-storage';
import { type Asset, assetStream } from '@pps/assets/events';
import type { Streams } from '@pps/event-store';
import type { ImageBytes, PinMedia, VideoCover } from '@pps/platform';
import type { PinDetails, WaitingPin } from '../pin/pin.state';

/** The storage did not give the bytes of an asset that is there. */
export class AssetUnreadable extends Error {
  override readonly name = 'AssetUnreadable';
}

/** Base64 and JSON make three copies of them. */
const heldBytesAtMost = 64 * 1024 * 1024;

/** Uploaded images on their way to the platform, which gets them as base64: so few in memory at once that they always fit. */
export class OwnImages {
  private heldBytes = 0;

  constructor(
    private readonly streams: Streams,
    private readonly storage: AssetStorage,
  ) {}

  /** Room in memory for these images until it is given back, or null while others need it; what is deleted needs none. */
  async reserve(assetIds: readonly string[]): Promise<(() => void) | null> {
    const assets = await Promise.all(assetIds.map((assetId) => this.find(assetId)));
    const bytes = assets.reduce((sum, asset) => sum + (asset ? sentBytes(asset) : 0), 0);
    if (this.heldBytes > 0 && this.heldBytes + bytes > heldBytesAtMost) return null;
    this.heldBytes += bytes;
    return () => void (this.heldBytes -= bytes);
  }

  /** The image in the form the platform takes, or null when there is no such asset any more. Throws `AssetUnreadable`. */
  async read(assetId: string): Promise<ImageBytes | null> {
    const asset = await this.find(assetId);
    if (!asset || asset.assetType !== 'image') return null;
    const contentType = (asset.converted ?? asset).contentType as ImageBytes['contentType'];
    const bytes = await this.bytes(asset.converted ? convertedKey(assetId) : originalKey(assetId));
    // Deleted while it was read, it must not go out.
    if (!bytes || !(await this.find(assetId))) return null;
    return { contentType, data: bytes.toString('base64') };
  }

  /** Whether the asset, of whatever type, was not deleted. */
  async has(assetId: string): Promise<boolean> {
    return (await this.find(assetId)) !== null;
  }

  private async find(assetId: string): Promise<Asset | null> {
    const { state } = await this.streams.load(assetStream, assetId);
    return state.kind === 'asset' ? state : null;
  }

  private async bytes(key: string): Promise<Buffer | null> {
    try {
      const stream = await this.storage.open(key);
      return stream && Buffer.concat(await stream.toArray());
    } catch {
      throw new AssetUnreadable('The uploaded image could not be read.');
    }
  }
}

const sentBytes = ({ converted, fileSizeBytes }: Asset): number => converted?.fileSizeBytes ?? fileSizeBytes;

/** The uploaded images that the creation of a pin sends along. */
export function imagesOf({ content }: PinDetails): string[] {
  const image = content.mediaType === 'video' ? undefined : content.assetId;
  return [image, content.coverImageAssetId].filter((assetId) => assetId !== undefined);
}

/** What the pin shows, as the platform gets it; null when an asset it needs was deleted. Throws `AssetUnreadable`. */
export async function loadMedia(pin: WaitingPin, images: Pick<OwnImages, 'read' | 'has'>): Promise<PinMedia | null> {
  const { imageUrl, assetId } = pin.content;
  if (imageUrl !== undefined) return { kind: 'image_url', url: imageUrl };
  if (pin.mediaId !== null) {
    const cover = await loadCover(pin, images);
    // The platform has its bytes, but the client deleted the asset, perhaps while the cover was read, and does not want it published.
    if (assetId !== undefined && !(await images.has(assetId))) return null;
    return cover && { kind: 'video', mediaId: pin.mediaId, cover };
  }
  const image = assetId === undefined ? null : await images.read(assetId);
  return image && { kind: 'image_base64', ...image };
}

/** The first frame where the client gave no cover: the platform refuses a video without one. */
async function loadCover({ content }: PinDetails, images: Pick<OwnImages, 'read'>): Promise<VideoCover | null> {
  if (content.coverImageUrl !== undefined) return { url: content.coverImageUrl };
  if (content.coverImageAssetId !== undefined) return images.read(content.coverImageAssetId);
  return { keyFrameSeconds: 0 };
}
