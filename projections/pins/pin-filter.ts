import { containing, type Database } from '@pps/read-store';
import { filterByContent, type ContentFilter } from './filter-by-content.query';
import { foldCase, gramsOf } from './search-text';

/** Which pins a list shows. */
export interface PinFilter extends ContentFilter {
  /** True = those that were deleted, false or absent = the others. */
  readonly removed?: boolean | undefined;
}

/** The pins of a filter, but for its text; their rows are named `pin`. */
export const pinsOf = (db: Database, filter: PinFilter): ReturnType<Database> =>
  filterByContent(db({ pin: filter.removed === true ? 'read.removed_pins' : 'read.pins' }), 'created_at', filter);

/** The rows of `pin_search` in which a text is found. */
export function foundIn(db: Database, { projectId, epoch, removed }: PinFilter, q: string) {
  const text = foldCase(q);
  const found = db({ found: 'read.pin_search' })
    .where({ 'found.project_id': projectId, 'found.epoch': epoch, 'found.is_removed': removed === true })
    .whereRaw('found.search_text like ?', [containing(text)]);
  const grams = gramsOf(text, projectId);
  if (grams.length > 0) void found.whereRaw('found.grams @> ?::int[]', [grams]);
  return found;
}
