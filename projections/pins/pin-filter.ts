import { containing, type Database } from '@pps/read-store';
import { filterByContent, type ContentFilter } from './filter-by-content.query';
import { pinsReadBySearches } from './pin-search.tables';
import { foldCase, gramsOf } from './search-text';

/** Which pins a list shows. */
export interface PinFilter extends ContentFilter {
  /** True = those that were deleted, false or absent = the others. */
  readonly removed?: boolean | undefined;
}

/** The pins of a filter, but for its text; their rows are named `pin`. */
export const pinsOf = (db: Database, filter: PinFilter): ReturnType<Database> =>
  filterByContent(db({ pin: filter.removed === true ? 'read.removed_pins' : 'read.pins' }), 'created_at', filter);

/** The ids of the pins in which a text is found, in rows named `found`: among the first of the project by their texts, among the others by the index. */
export function foundIn(db: Database, { projectId, epoch, removed }: PinFilter, q: string): ReturnType<Database> {
  const text = foldCase(q);
  const containingIt = () =>
    db('read.pin_search')
      .where({ project_id: projectId, epoch, is_removed: removed === true })
      .whereRaw('search_text like ?', [containing(text)])
      .select('pin_id');
  const hashes = gramsOf(text, projectId);
  if (hashes.length === 0) return db.from(containingIt().as('found'));
  const first = containingIt().where('nth', '<', pinsReadBySearches);
  return db.from(db.unionAll([first, containingIt().whereRaw('hashes @> ?::int[]', [hashes])]).as('found'));
}
