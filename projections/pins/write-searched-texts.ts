import { runPrepared, type ProjectionContext } from '@pps/read-store';
import { pinSearchTable, type SearchedPin } from './pin-search.tables';
import { gramsOf } from './search-text';

/** The texts of so many pins of a project, its first, are read by each search of it; those of later ones are in the index. */
export const pinsReadBySearches = 1_000;

/** What searches look through of a pin, as it stands after a batch. */
export interface WrittenText extends Omit<SearchedPin, 'nth' | 'hashes'> {
  /** The position at which the pin was queued; null where it has a row already. */
  readonly newSince: bigint | null;
}

/** Writes the texts of these pins. Which of them are indexed does not depend on how the facts came in batches. */
export async function writeTexts(texts: readonly WrittenText[], context: ProjectionContext): Promise<void> {
  if (texts.length === 0) return;
  const places = new Map([...(await placesOf(texts, context)), ...(await placesBehindLast(texts, context))]);
  const rows = texts.map((text): SearchedPin => {
    const nth = places.get(text.pinId) ?? 0;
    return { ...text, nth, hashes: nth < pinsReadBySearches ? null : gramsOf(text.text, text.projectId) };
  });
  await pinSearchTable.upsertFrom(context.tx, context.table('pin_search'), rows);
}

type Place = readonly [pinId: string, nth: number];

/** Of the pins that have a row. */
async function placesOf(texts: readonly WrittenText[], { tx, table }: ProjectionContext): Promise<Place[]> {
  const ids = texts.filter(({ newSince }) => newSince === null).map(({ pinId }) => pinId);
  if (ids.length === 0) return [];
  const { rows } = await runPrepared<{ rows: { pin_id: string; nth: number }[] }>(
    tx,
    `select pin_id, nth from ${table('pin_search')} where pin_id = any(array(select unnest(:ids::uuid[])))`,
    { ids },
  );
  return rows.map(({ pin_id, nth }) => [pin_id, nth]);
}

/** Of new pins, in the order in which they were queued. */
async function placesBehindLast(texts: readonly WrittenText[], { tx, table }: ProjectionContext): Promise<Place[]> {
  const added = texts.flatMap((text) => (text.newSince === null ? [] : [{ ...text, newSince: text.newSince }]));
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
  added.sort((one, other) => (one.newSince < other.newSince ? -1 : 1));
  return added.map(({ pinId, projectId, epoch }) => {
    const key = `${projectId} ${epoch}`;
    const nth = next.get(key) ?? 0;
    next.set(key, nth + 1);
    return [pinId, nth];
  });
}
