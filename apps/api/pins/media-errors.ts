import type { FieldError } from '@pps/kernel';

interface MediaFields {
  readonly image_url?: unknown;
  readonly asset_id?: unknown;
  readonly cover_image_url?: unknown;
  readonly cover_image_asset_id?: unknown;
}

/** What is wrong with the fields that say what a pin shows, taken together. */
export function mediaErrors(body: MediaFields, at: FieldError['loc']): FieldError[] {
  const isMissing = !isGiven(body.image_url) && !isGiven(body.asset_id);
  const missing = { loc: [...at, 'image_url'], msg: 'One of image_url and asset_id is required', type: 'missing' };
  return [...(isMissing ? [missing] : []), ...mediaConflicts(body, at)];
}

/** The same of a change, which leaves what it does not name. */
export function mediaConflicts(body: MediaFields, at: FieldError['loc']): FieldError[] {
  const errors: FieldError[] = [];
  if (isGiven(body.image_url) && isGiven(body.asset_id))
    errors.push({ loc: [...at, 'asset_id'], msg: 'Give image_url or asset_id, not both', type: 'mutually_exclusive' });
  const covers = [body.cover_image_url, body.cover_image_asset_id].filter(isGiven).length;
  const cover = [...at, isGiven(body.cover_image_url) ? 'cover_image_url' : 'cover_image_asset_id'];
  if (covers === 2) errors.push({ loc: cover, msg: 'Give one cover image, not two', type: 'mutually_exclusive' });
  if (covers > 0 && isGiven(body.image_url)) errors.push({ loc: cover, msg: 'Only a video has a cover image', type: 'not_applicable' });
  return errors;
}

const isGiven = (value: unknown): boolean => value !== null && value !== undefined;
