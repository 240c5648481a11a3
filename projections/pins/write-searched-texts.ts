import { runPrepared, type ProjectionContext } from '@pps/read-store';
import { pinSearchTable, pinsReadBySearches, type SearchedPin } from './pin-search.tables';
import { gramsOf } from './search-text';

/** What searches look through of a pin, as it stands after a batch. */
export interface WrittenText extends Omit<SearchedPin, 'nth' | 'hashes'> {
  /** Where a new pin was queued in the log; null where the pin has a row already. */
  readonly queuedPosition: bigint | null;
}

/** Writes the texts of these pins. Which of them are indexed does not depend on how the facts came in batches. */
export async function writeSearchedTexts(texts: readonly WrittenText[], context: ProjectionContext): Promise<void> {
  if (texts.length === 0) return;
  const places = new Map([...(await readPlaces(texts, context)), ...(await readNextPlaces(texts, context))]);
  const rows = texts.map((text): SearchedPin => {
    const nth = places.get(text.pinId);
    if (nth === undefined) throw new Error(`pin ${text.pinId} has a row, but no text`);
    return { ...text, nth, hashes: nth < pinsReadBySearches ? null : gramsOf(text.text, text.projectId) };
  });
  await pinSearchTable.upsertFrom(context.tx, context.table('pin_search'), rows);
}

type Place = readonly [pinId: string, nth: number];

/** Of the pins that have a row. */
async function readPlaces(texts: readonly WrittenText[], { tx, table }: ProjectionContext): Promise<Place[]> {
  const ids = texts.filter(({ queuedPosition }) => queuedPosition === null).map(({ pinId }) => pinId);
  if (ids.length === 0) return [];
  const { rows } = await runPrepared<{ rows: { pin_id: string; nth: number }[] }>(
    tx,
    `select pin_id, nth from ${table('pin_search')} where pin_id = any(array(select unnest(:ids::uuid[])))`,
    { ids },
  );
  return rows.map(({ pin_id, nth }) => [pin_id, nth]);
}

/** Of new pins, in the order in which they were queued. */
async function readNextPlaces(texts: readonly WrittenText[], { tx, table }: ProjectionContext): Promise<Place[]> {
  const added = texts.flatMap((text) => (text.queuedPosition === null ? [] : [{ ...text, queuedPosition: text.queuedPosition }]));
  if (added.length === 0) return [];
  const projects = [...new Map(added.map(({ projectId, epoch }) => [`${projectId} ${epoch}`, { projectId, epoch }])).values()];
  const { rows } = await runPrepared<{ rows: { project_id: string; epoch: number; next: number }[] }>(
    tx,
    `select project_id, epoch, coalesce((select last.nth + 1 from ${table('pin_search')} last
         where last.project_id = asked.project_id and last.epoch = asked.epoch order by last.nth desc limit 1), 0) as next
     from (select unnest(:projectIds::uuid[]) as project_id, unnest(:epochs::int[]) as epoch) as asked`,
    { projectIds: projects.map(({ projectId }) => projectId), epochs: projects.map(({ epoch }) => epoch) },
  );
  const next = new Map(rows.map((row) => [`${row.project_id} ${row.epoch}`, row.next]));
  added.sort((one, other) => (one.queuedPosition < other.queuedPosition ? -1 : 1));
  return added.map(({ pinId, projectId, epoch }) => {
    const key = `${projectId} ${epoch}`;
    const nth = next.get(key) ?? 0;
    next.set(key, nth + 1);
    return [pinId, nth];
  });
}
