import type { PinContent } from '@pps/pins/events';

/** A pin's content under the field names of requests; null where it was not given. */
export const contentFields = (content: PinContent) => ({
  title: content.title,
  description: content.description ?? null,
  link_url: content.linkUrl ?? null,
  image_url: content.imageUrl ?? null,
  asset_id: content.assetId ?? null,
  alt_text: content.altText ?? null,
  board_section_id: content.boardSectionId ?? null,
  dominant_color: content.dominantColor ?? null,
  related_terms: content.relatedTerms ? [...content.relatedTerms] : null,
  cover_image_url: content.coverImageUrl ?? null,
  cover_image_asset_id: content.coverImageAssetId ?? null,
});
