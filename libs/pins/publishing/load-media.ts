import type { PinMedia, VideoCover } from '@pps/platform';
import type { PinDetails, WaitingPin } from '../pin/pin.state';
import type { OwnImages } from './own-images';

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
