import { factsOf, type RecordedFact } from '@pps/event-store';
import { describePin, pinStream, type PinFact, type PinState } from '@pps/pins/events';
import { defineProjection, type ProjectionContext, type RemovedOwner } from '@pps/read-store';
import { projectStream } from '@pps/workspaces/events';
import { pinTable, type FoldedPin } from './pins.tables';

interface Folded {
  pin_id: string;
  revision: number;
  folded: PinState;
}

/** A pin's stream after the facts of a batch; of a pin that was given up or deleted there is no row. */
type FoldedStream = Omit<FoldedPin, 'state' | 'view'> & { readonly state: PinState };

/** One row a pin, as it stands: folded by the pin's own rules, spread into columns for lists, filters and analysts. */
export const pinsProjection = defineProjection({
  name: 'pins',
  version: 3,
  handles: factsOf(pinStream).and(projectStream, 'SandboxReset'),
  tables: [pinTable],

  async project(facts, context) {
    let batch: RecordedFact<PinFact>[] = [];
    for (const fact of facts) {
      if (fact.type !== 'SandboxReset') {
        batch.push(fact);
        continue;
      }
      await projectPins(batch, context);
      batch = [];
      // Readers ask for the pins of the present epoch only.
      await context.remove({ owner: fact.stream.slice('project-'.length), beforeEpoch: fact.data.epoch });
    }
    await projectPins(batch, context);
  },
  removePortion: removeOlderEpochs,
});

async function projectPins(facts: readonly RecordedFact<PinFact>[], context: ProjectionContext): Promise<void> {
  const states = await foldedStates(facts, context);
  const name = context.table('pins');
  const deleted = [...states.values()].flatMap(({ state }) => (state.kind === 'deleted' ? [state.pinId] : []));
  if (deleted.length > 0) await context.tx(name).whereIn('pin_id', deleted).delete();
  const rows = [...states.values()].flatMap(({ state, ...place }) =>
    state.kind === 'pin' ? pinTable.row({ ...place, state, view: describePin(state) }) : [],
  );
  await pinTable.upsert(context.tx, name, rows);
}

async function removeOlderEpochs({ owner, beforeEpoch }: RemovedOwner, most: number, { tx, table }: ProjectionContext): Promise<number> {
  const older = tx(table('pins')).where({ project_id: owner }).andWhere('epoch', '<', beforeEpoch).limit(most).select('pin_id');
  return tx(table('pins')).whereIn('pin_id', older).delete();
}

async function foldedStates(facts: readonly RecordedFact<PinFact>[], { tx, table }: ProjectionContext): Promise<Map<string, FoldedStream>> {
  const ids = [...new Set(facts.map(pinIdOf))];
  const present = (await tx(table('pins')).whereIn('pin_id', ids).select('pin_id', 'revision', 'folded')) as Folded[];
  const before = new Map(present.map((row) => [row.pin_id, row]));
  const changed = new Map<string, FoldedStream>();
  for (const fact of facts) {
    const id = pinIdOf(fact);
    const row = before.get(id);
    const entry: FoldedStream = changed.get(id) ?? {
      revision: row?.revision ?? -1,
      position: -1n,
      queuedPosition: null,
      state: row?.folded ?? pinStream.decider.initial,
    };
    if (fact.revision <= entry.revision) continue;
    const state = pinStream.decider.evolve(entry.state, fact);
    const queuedPosition = fact.type === 'PinQueued' ? fact.position : entry.queuedPosition;
    changed.set(id, { revision: fact.revision, position: fact.position, queuedPosition, state });
  }
  return changed;
}

const pinIdOf = (fact: RecordedFact): string => fact.stream.slice('pin-'.length);
