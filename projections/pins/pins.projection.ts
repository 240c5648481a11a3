import { factsOf, type RecordedFact, idOf } from '@pps/event-store';
import { describePin, pinStream, type PinFact } from '@pps/pins/events';
import { defineProjection, type ProjectionContext, type RemovedOwner, runPrepared, type Transaction } from '@pps/read-store';
import { epochFacts, projectStream, startsEpoch } from '@pps/workspaces/events';
import { countChanges } from './count-changes';
import { foldPins, type FoldedStream } from './fold-pins';
import { activityMeasures, pinActivityTable, pinCountTable } from './pin-counts.tables';
import { pinSearchTable, pinsReadBySearches, type SearchedPin } from './pin-search.tables';
import { pinTable, removedPinTable, type FoldedPin } from './pins.tables';
import { searchTextOf, gramsOf } from './search-text';

/**
 * One row a pin, as it stands: folded by the pin's own rules, spread into columns for lists, filters and analysts. Beside it what lists and
 * summaries need to be fast whatever their size: counts, and what can be found. All change in one transaction, so they never contradict.
 */
export const pinsProjection = defineProjection({
  name: 'pins',
  version: 6,
  handles: factsOf(pinStream).and(projectStream, ...epochFacts),
  tables: [pinTable, removedPinTable, pinSearchTable, pinCountTable, pinActivityTable],

  async project(facts, context) {
    let batch: RecordedFact<PinFact>[] = [];
    for (const fact of facts) {
      if (!startsEpoch(fact)) {
        batch.push(fact);
        continue;
      }
      await projectPins(batch, context);
      batch = [];
      // Readers ask for the pins of the present epoch only.
      await context.remove({ owner: idOf(fact, projectStream), beforeEpoch: fact.data.epoch });
    }
    await projectPins(batch, context);
  },
  removePortion: removeOlderEpochs,
});

/** A pin that changed, with its row; one that was given up before it was queued has none. */
type ChangedPin = FoldedPin & Pick<FoldedStream, 'before' | 'removal' | 'isSearchChanged'>;

async function projectPins(facts: readonly RecordedFact<PinFact>[], context: ProjectionContext): Promise<void> {
  if (facts.length === 0) return;
  const changed = [...(await foldPins(facts, context)).values()].flatMap(({ state, ...entry }): ChangedPin[] =>
    state.kind === 'pin' ? [{ ...entry, state, view: describePin(state) }] : [],
  );
  const { tx, table } = context;
  const removed = changed.flatMap((pin) => (pin.removal ? [{ ...pin, ...pin.removal }] : []));
  if (removed.length > 0) {
    await tx(table('pins'))
      .whereIn(
        'pin_id',
        removed.map(({ state }) => state.pinId),
      )
      .delete();
    await removedPinTable.upsertFrom(tx, table('removed_pins'), removed);
  }
  await pinTable.upsertFrom(
    tx,
    table('pins'),
    changed.filter(({ removal }) => !removal),
  );
  await writeSearchedTexts(changed.filter(({ isSearchChanged }) => isSearchChanged).map(textOf), context);
  await writeCounts(changed, context);
}

function textOf({ state, removal, before, queuedPosition }: ChangedPin): WrittenText {
  const { pinId, projectId, epoch } = state;
  return {
    pinId,
    projectId,
    epoch,
    isRemoved: removal !== null,
    text: searchTextOf(state),
    queuedPosition: before ? null : queuedPosition,
  };
}

async function writeCounts(changed: readonly ChangedPin[], { tx, table }: ProjectionContext): Promise<void> {
  const { counts, activity } = countChanges(
    changed.map(({ before, view, removal }) => ({
      before: before && { view: before, isRemoved: false },
      after: { view, isRemoved: removal !== null },
    })),
  );
  if (counts.length > 0) {
    await pinCountTable.upsertFrom(tx, table('pin_counts'), counts);
    // Only where something was counted out can nothing be left.
    const less = counts.filter(({ pins }) => pins < 0);
    if (less.length > 0) await deleteOf(tx, table('pin_counts'), less, 'pins = 0');
  }
  if (activity.length > 0) {
    await pinActivityTable.upsertFrom(tx, table('pin_activity'), activity);
    const less = activity.filter((row) => activityMeasures.some((measure) => row[measure] < 0));
    if (less.length > 0) await deleteOf(tx, table('pin_activity'), less, nothingLeft);
  }
}

// Written out, as the condition of the index that finds such rows.
const nothingLeft = activityMeasures.map((measure) => `${measure} = 0`).join(' and ');

const deleteOf = (tx: Transaction, physical: string, rows: readonly { readonly projectId: string }[], condition: string) =>
  runPrepared(tx, `delete from ${physical} where project_id = any(array(select unnest(?::uuid[]))) and ${condition}`, [
    [...new Set(rows.map(({ projectId }) => projectId))],
  ]);

async function removeOlderEpochs({ owner, beforeEpoch }: RemovedOwner, most: number, { tx, table }: ProjectionContext): Promise<number> {
  let rows = 0;
  for (const name of ['pins', 'removed_pins']) {
    const older = tx(table(name))
      .where({ project_id: owner })
      .andWhere('epoch', '<', beforeEpoch)
      .limit(most - rows)
      .select('pin_id');
    const removed = (await tx(table(name)).whereIn('pin_id', older).delete('pin_id')) as unknown as { pin_id: string }[];
    const ids = removed.map(({ pin_id }) => pin_id);
    await tx(table('pin_search')).whereRaw('pin_id = any(?::uuid[])', [ids]).delete();
    rows += ids.length;
    if (rows >= most) return rows;
  }
  for (const name of ['pin_counts', 'pin_activity']) {
    const older = tx(table(name))
      .where({ project_id: owner })
      .andWhere('epoch', '<', beforeEpoch)
      .limit(most - rows)
      .select('ctid');
    rows += await tx(table(name)).whereIn('ctid', older).delete();
    if (rows >= most) return rows;
  }
  return rows;
}

/** What searches look through of a pin, as it stands after a batch. */
interface WrittenText extends Omit<SearchedPin, 'nth' | 'hashes'> {
  /** Where a new pin was queued in the log; null where the pin has a row already. */
  readonly queuedPosition: bigint | null;
}

/** Writes the texts of these pins. Which of them are indexed does not depend on how the facts came in batches. */
async function writeSearchedTexts(texts: readonly WrittenText[], context: ProjectionContext): Promise<void> {
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
