import { Invalid } from '@pps/kernel';
import type { PinContent } from '@pps/pins/events';
import type { ContentChanges } from './proposal.events';

/** A pin's content with these changes. A new image replaces a file and the other way round. Throws `Invalid` where nothing would be shown. */
export function applyChanges(content: PinContent, changes: ContentChanges): PinContent {
  const replaced = changes.imageUrl ? { assetId: null } : changes.assetId ? { imageUrl: null } : {};
  const merged = Object.entries({ ...content, mediaType: null, ...replaced, ...changes }).filter(([, value]) => value !== null);
  const changed = Object.fromEntries(merged) as unknown as PinContent;
  const fault = mediaFault(changed);
  if (fault) throw new Invalid([fault]);
  return changed;
}

function mediaFault({ imageUrl, assetId, coverImageUrl, coverImageAssetId }: PinContent) {
  const at = (field: string) => ['body', field];
  if (imageUrl === undefined && assetId === undefined)
    return { loc: at('image_url'), msg: 'One of image_url and asset_id is required', type: 'missing' };
  if (imageUrl === undefined || (coverImageUrl === undefined && coverImageAssetId === undefined)) return null;
  const field = coverImageUrl === undefined ? 'cover_image_asset_id' : 'cover_image_url';
  return { loc: at(field), msg: 'Only a video has a cover image', type: 'not_applicable' };
}
