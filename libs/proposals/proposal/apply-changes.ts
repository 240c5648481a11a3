import { Invalid } from '@pps/kernel';
import type { PinContent } from '@pps/pins/events';
import type { ContentChanges } from './proposal.events';

/**
 * A pin's content with these changes. A new image replaces a file and the other way round, and a cover the other one. Throws `Invalid` where nothing would be
 * shown, or two things in one place.
 */
export function applyChanges(content: PinContent, changes: ContentChanges): PinContent {
  const merged = Object.entries({ ...content, mediaType: null, ...replacedBy(changes), ...changes }).filter(([, value]) => value !== null);
  const changed = Object.fromEntries(merged) as unknown as PinContent;
  const fault = mediaFault(changed);
  if (fault) throw new Invalid([fault]);
  return changed;
}

/** Changes with later ones of the same pin laid over them. */
export function mergeContentChanges(changes: ContentChanges, later: ContentChanges): ContentChanges {
  return { ...changes, ...replacedBy(later), ...later };
}

/** What goes where something else comes in its place. */
const replacedBy = ({ imageUrl, assetId, coverImageUrl, coverImageAssetId }: ContentChanges): ContentChanges => ({
  ...(imageUrl && { assetId: null }),
  ...(assetId && { imageUrl: null }),
  ...(coverImageUrl && { coverImageAssetId: null }),
  ...(coverImageAssetId && { coverImageUrl: null }),
});

function mediaFault({ imageUrl, assetId, coverImageUrl, coverImageAssetId }: PinContent) {
  const at = (field: string) => ['body', field];
  if (imageUrl === undefined && assetId === undefined)
    return { loc: at('image_url'), msg: 'One of image_url and asset_id is required', type: 'missing' };
  const given = (...values: readonly unknown[]) => values.every((value) => value !== undefined);
  if (given(imageUrl, assetId)) return { loc: at('asset_id'), msg: 'Give image_url or asset_id, not both', type: 'mutually_exclusive' };
  if (given(coverImageUrl, coverImageAssetId))
    return { loc: at('cover_image_asset_id'), msg: 'Give one cover image, not two', type: 'mutually_exclusive' };
  if (imageUrl === undefined || (coverImageUrl === undefined && coverImageAssetId === undefined)) return null;
  const field = coverImageUrl === undefined ? 'cover_image_asset_id' : 'cover_image_url';
  return { loc: at(field), msg: 'Only a video has a cover image', type: 'not_applicable' };
}
