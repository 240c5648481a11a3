import { originalKey, type AssetStorage } from '@pps/asset-storage';
import { type Asset, assetStream } from '@pps/assets/events';
import type { Streams } from '@pps/event-store';
import type { ImageBytes } from '@pps/platform';
import { convertedKey } from '@pps/asset-storage';

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
