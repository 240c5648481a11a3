import { containing, type Database } from '@pps/read-store';
import { filterByContent, type ContentFilter } from './filter-by-content.query';
import { pinsReadBySearches } from './pin-search.tables';
import { foldCase, gramsOf } from './search-text';

/** Which pins a list shows. */
export interface PinFilter extends ContentFilter {
  /** Only the pins with these ids. */
  readonly ids?: readonly string[] | undefined;
  /** True = those that were deleted, false or absent = the others. */
  readonly removed?: boolean | undefined;
  /** Published at this moment or later, and before this moment. */
  readonly publishedSince?: string | undefined;
  readonly publishedUntil?: string | undefined;
  /** Failed at this moment or later, and before this moment; not those that were retried since. */
  readonly failedSince?: string | undefined;
  readonly failedUntil?: string | undefined;
}

/** The pins of a filter, but for its text; their rows are named `pin`. */
export function pinsOf(db: Database, filter: PinFilter): ReturnType<Database> {
  const { publishedSince, publishedUntil, failedSince, failedUntil } = filter;
  const rows = filterByContent(db({ pin: filter.removed === true ? 'read.removed_pins' : 'read.pins' }), 'created_at', filter);
  if (filter.ids !== undefined) void rows.whereRaw('pin.pin_id = any(?::uuid[])', [[...filter.ids]]);
  if (publishedSince !== undefined) void rows.where('published_at', '>=', publishedSince);
  if (publishedUntil !== undefined) void rows.where('published_at', '<', publishedUntil);
  if (failedSince !== undefined) void rows.where('failed_at', '>=', failedSince);
  if (failedUntil !== undefined) void rows.where('failed_at', '<', failedUntil);
  return rows;
}

/** Ids of all pins in which the text of a filter is found. */
export type FoundPins = readonly string[];

/** The pins of a filter that are among those which were found; without these all. */
export function foundOf(db: Database, filter: PinFilter, found: FoundPins | null): ReturnType<Database> {
  return found ? pinsOf(db, filter).whereRaw('pin.pin_id = any(?::uuid[])', [[...found]]) : pinsOf(db, filter);
}

/** Whether the filter asks what no kept count knows: for pins by their ids, or when they were published or failed. */
export const asksBeyondCounts = ({ ids, publishedSince, publishedUntil, failedSince, failedUntil }: PinFilter): boolean =>
  [ids, publishedSince, publishedUntil, failedSince, failedUntil].some((value) => value !== undefined);

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
