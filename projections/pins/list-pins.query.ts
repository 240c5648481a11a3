import type { PinView } from '@pps/pins/events';
import { containing, type Database } from '@pps/read-store';
import { countPins } from './count-pins.query';
import { foundIn, foundOf, pinsOf, type FoundPins, type PinFilter } from './pin-filter';
import { cursorBehind, runsOf, type PinCursor, type PinSort } from './pin-sorts';
import { foldCase } from './search-text';

export interface PinPageQuestion extends PinFilter {
  readonly sort: PinSort;
  readonly limit: number;
  readonly offset: number;
  /** Where the page before ended; its sort must be this one. */
  readonly cursor?: PinCursor | undefined;
}

export interface PinPage {
  readonly pins: readonly PinView[];
  readonly total: number;
  /** Where the next page begins; null behind the last one. */
  readonly next: PinCursor | null;
}

interface Row {
  readonly folded: PinView;
  readonly queued_position: string;
}

/** Up to so many pins in which a text is found are sorted; among more the order's index is read until the page is full. */
const fewFound = 5_000;

/** A page of pins, and how many there are in all. */
export async function listPins(db: Database, question: PinPageQuestion, most = fewFound): Promise<PinPage> {
  const { q } = question;
  const found = q === undefined ? null : await findFew(db, question, q, most);
  if (found?.length === 0) return { pins: [], total: 0, next: null };
  const [rows, counted] = await Promise.all([pageOf(db, question, found), holdsAll(question) ? null : countPins(db, question, found)]);
  const total = counted ?? rows.length;
  const shown = rows.slice(0, question.limit);
  const last = shown.at(-1);
  const next = last && rows.length > question.limit ? cursorBehind(question.sort, last.folded, last.queued_position) : null;
  return { pins: shown.map((row) => row.folded), total, next };
}

/** Whether one page shows all that is asked for, so that nothing else has to be counted. */
const holdsAll = ({ ids, limit, offset, cursor }: PinPageQuestion): boolean =>
  ids !== undefined && ids.length <= limit && offset === 0 && cursor === undefined;

/** One row more than the page shows, where there is one. */
async function pageOf(db: Database, question: PinPageQuestion, found: FoundPins | null): Promise<readonly Row[]> {
  const { sort, cursor, limit } = question;
  const matching = searched(db, question, found);
  const rows: Row[] = [];
  let { offset } = question;
  for (const { condition, bindings, orderBy } of runsOf(sort, cursor)) {
    const run = condition === null ? matching.clone() : matching.clone().whereRaw(`(${condition})`, [...bindings]);
    const wanted = limit + 1 - rows.length;
    if (wanted === 0) break;
    const next = (await run.clone().orderByRaw(orderBy).limit(wanted).offset(offset).select('pin.folded', 'pin.queued_position')) as Row[];
    rows.push(...next);
    if (next.length > 0) offset = 0;
    else if (offset > 0) offset -= Number(((await run.count({ count: '*' }).first()) as { count: string } | undefined)?.count ?? 0);
  }
  return rows;
}

/**
 * The pins in which a text is found, whatever else the filter says; null where they are more than `most`. Nothing else searches then. Page and total are
 * read after them, so a pin that is deleted meanwhile may be counted without being shown, until the next request: its fact makes the cached answer obsolete.
 */
async function findFew(db: Database, filter: PinFilter, q: string, most: number): Promise<FoundPins | null> {
  const some = foundIn(db, filter, q)
    .select('found.pin_id')
    .limit(most + 1);
  const [row] = (await db
    .select(db.raw(`case when count(*) <= ? then coalesce(array_agg(pin_id), '{}') end as ids`, [most]))
    .from(some.as('some'))) as { ids: string[] | null }[];
  return row?.ids ?? null;
}

function searched(db: Database, question: PinPageQuestion, found: FoundPins | null): ReturnType<Database> {
  const { q } = question;
  if (q === undefined || found) return foundOf(db, question, found);
  const condition = '(select text.search_text like ? from read.pin_search text where text.pin_id = pin.pin_id)';
  return pinsOf(db, question).whereRaw(condition, [containing(foldCase(q))]);
}

/** One pin of the project, or null. */
export async function findPinRow(db: Database, projectId: string, epoch: number, pinId: string): Promise<PinView | null> {
  const row = (await db('read.pins').where({ pin_id: pinId, project_id: projectId, epoch }).first('folded')) as
    | { folded: PinView }
    | undefined;
  return row?.folded ?? null;
}

/** Those of these pins that the project has. */
export async function findPinRows(db: Database, projectId: string, epoch: number, pinIds: readonly string[]): Promise<PinView[]> {
  const rows = (await db('read.pins')
    .whereIn('pin_id', [...pinIds])
    .where({ project_id: projectId, epoch })
    .select('folded')) as { folded: PinView }[];
  return rows.map((row) => row.folded);
}

/** Which of these platform pins belong to some pin of ours. */
export async function findOwnedPlatformPins(db: Database, platformPinIds: readonly string[]): Promise<Set<string>> {
  const rows = (await db('read.pins')
    .whereRaw('platform_pin_id = any(?::text[])', [[...platformPinIds]])
    .select('platform_pin_id')) as { platform_pin_id: string }[];
  return new Set(rows.map((row) => row.platform_pin_id));
}
