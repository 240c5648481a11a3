import { factsOf, type RecordedFact, idOf } from '@pps/event-store';
import { describePin, pinStream, type PinFact } from '@pps/pins/events';
import { defineProjection, type ProjectionContext, type RemovedOwner } from '@pps/read-store';
import { epochFacts, projectStream, startsEpoch } from '@pps/workspaces/events';
import { countChanges } from './count-changes';
import { foldPins, type FoldedStream } from './fold-pins';
import { activityMeasures, pinActivityTable, pinCountTable } from './pin-counts.tables';
import { pinSearchTable } from './pin-search.tables';
import { pinTable, removedPinTable, type FoldedPin } from './pins.tables';
import { searchTextOf } from './search-text';
import { writeSearchedTexts, type WrittenText } from './write-searched-texts';

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
    if (less.length > 0) await tx(table('pin_counts')).whereIn('project_id', projectsOf(less)).andWhereRaw('pins = 0').delete();
  }
  if (activity.length > 0) {
    await pinActivityTable.upsertFrom(tx, table('pin_activity'), activity);
    const less = activity.filter((row) => activityMeasures.some((measure) => row[measure] < 0));
    if (less.length > 0) await tx(table('pin_activity')).whereIn('project_id', projectsOf(less)).andWhereRaw(nothingLeft).delete();
  }
}

// Written out, as the condition of the index that finds such rows.
const nothingLeft = activityMeasures.map((measure) => `${measure} = 0`).join(' and ');

const projectsOf = (rows: readonly { readonly projectId: string }[]): string[] => [...new Set(rows.map(({ projectId }) => projectId))];

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
