/** The names of a CSV's columns: every field of a pin, and when it is to be published. */
export const importColumns = [
  'account_id',
  'board_id',
  'title',
  'description',
  'link_url',
  'image_url',
  'asset_id',
  'alt_text',
  'board_section_id',
  'dominant_color',
  'related_terms',
  'cover_image_url',
  'cover_image_asset_id',
  'idempotency_key',
  'run_at',
] as const;

/** Says in a list of failed rows why each has failed; taken back and ignored. */
export const errorColumn = 'error';
