import { factsOf, happenedAt, streamId, type RecordedFact, idOf } from '@pps/event-store';
import { pinStream, type PinFact, type PinState } from '@pps/pins/events';
import { defineProjection, type ProjectionContext, type RemovedOwner } from '@pps/read-store';
import { describeSchedule, followedPin, scheduleStream, type ScheduleFact, type ScheduleState } from '@pps/schedules/events';
import { epochFacts, projectStream, startsEpoch } from '@pps/workspaces/events';
import { scheduleTable, type FoldedSchedule } from './schedules.tables';

type Handled = RecordedFact<ScheduleFact | PinFact>;

/** One row a schedule, as it and its pin stand: both folded by their own rules, so that its status is its pin's at the same moment. */
export const schedulesProjection = defineProjection({
  name: 'schedules',
  version: 3,
  handles: factsOf(scheduleStream)
    .and(pinStream)
    .and(projectStream, ...epochFacts),
  tables: [scheduleTable],

  async project(facts, context) {
    let batch: Handled[] = [];
    for (const fact of facts) {
      if (!startsEpoch(fact)) {
        batch.push(fact);
        continue;
      }
      await projectSchedules(batch, context);
      batch = [];
      // Readers ask for the schedules of the present epoch only.
      await context.remove({ owner: idOf(fact, projectStream), beforeEpoch: fact.data.epoch });
    }
    await projectSchedules(batch, context);
  },
  removePortion: removeOlderEpochs,
});

interface Row {
  readonly schedule_id: string;
  readonly revision: number;
  readonly position: string;
  readonly pin_revision: number;
  readonly pin_id: string | null;
  readonly lateness_ms: string | null;
  readonly folded: ScheduleState;
  readonly pin: PinState;
}

/** A schedule and its pin while the facts of a batch are folded. */
interface Folding {
  revision: number;
  position: bigint;
  createdPosition: bigint | null;
  state: ScheduleState;
  pin: PinState;
  pinRevision: number;
  latenessMs: number | null;
}

async function projectSchedules(facts: readonly Handled[], context: ProjectionContext): Promise<void> {
  const name = context.table('schedules');
  const changed = await foldBatch(facts, context);
  const deleted = [...changed].flatMap(([id, { state }]) => (state.kind === 'deleted' ? [id] : []));
  if (deleted.length > 0) await context.tx(name).whereIn('schedule_id', deleted).delete();
  const rows = [...changed.values()].flatMap(({ state, ...rest }) => {
    if (state.kind !== 'schedule') return [];
    const folded: FoldedSchedule = { ...rest, state, view: describeSchedule(state, followedPin(rest.pin)) };
    return scheduleTable.row(folded);
  });
  await scheduleTable.upsert(context.tx, name, rows);
}

async function foldBatch(facts: readonly Handled[], { tx, table }: ProjectionContext): Promise<Map<string, Folding>> {
  const scheduleIds = [...new Set(facts.flatMap(({ stream }) => streamId(scheduleStream, stream) ?? []))];
  const pinIds = [...new Set(facts.flatMap(({ stream }) => streamId(pinStream, stream) ?? []))].filter(mayBeOfSchedule(facts));
  const rows = await readRows(scheduleIds, pinIds, { tx, table });
  const known = new Map<string, Folding>(rows.map((row) => [row.schedule_id, foldingOf(row)]));
  const scheduleOfPin = new Map(rows.flatMap(({ pin_id, schedule_id }) => (pin_id === null ? [] : [[pin_id, schedule_id] as const])));
  const changed = new Map<string, Folding>();
  for (const fact of facts) {
    const ownId = streamId(scheduleStream, fact.stream);
    const id = ownId ?? scheduleOfPin.get(streamId(pinStream, fact.stream) ?? '');
    // Most pins are nobody's schedule.
    if (id === undefined) continue;
    const folding = known.get(id) ?? unknown();
    known.set(id, folding);
    if (!take(folding, fact)) continue;
    changed.set(id, folding);
    if (fact.type === 'ScheduleFired') scheduleOfPin.set(fact.data.pinId, id);
  }
  return changed;
}

/** Not of a pin that is queued by one of these facts and by no schedule. */
function mayBeOfSchedule(facts: readonly Handled[]): (pinId: string) => boolean {
  const others = new Set(
    facts.flatMap((fact) => (fact.type === 'PinQueued' && fact.data.scheduleId === undefined ? [fact.data.pinId] : [])),
  );
  return (pinId) => !others.has(pinId);
}

async function readRows(
  scheduleIds: readonly string[],
  pinIds: readonly string[],
  { tx, table }: Pick<ProjectionContext, 'tx' | 'table'>,
): Promise<Row[]> {
  if (scheduleIds.length === 0 && pinIds.length === 0) return [];
  return tx(table('schedules'))
    .where((either) => void either.whereIn('schedule_id', scheduleIds).orWhereIn('pin_id', pinIds))
    .select('schedule_id', 'revision', 'position', 'pin_revision', 'pin_id', 'lateness_ms', 'folded', 'pin') as Promise<Row[]>;
}

/** Folds a fact onto what is known; false for one that was taken in before. */
function take(folding: Folding, fact: Handled): boolean {
  if (isOfPin(fact)) {
    if (fact.revision <= folding.pinRevision) return false;
    folding.pin = pinStream.decider.evolve(folding.pin, fact, happenedAt(fact));
    folding.pinRevision = fact.revision;
  } else {
    if (fact.revision <= folding.revision) return false;
    folding.state = scheduleStream.decider.evolve(folding.state, fact, happenedAt(fact));
    folding.revision = fact.revision;
    if (fact.type === 'ScheduleCreated') folding.createdPosition = fact.position;
    if (fact.type === 'ScheduleFired') folding.latenessMs = fact.data.latenessMs;
  }
  if (fact.position > folding.position) folding.position = fact.position;
  return true;
}

const isOfPin = (fact: Handled): fact is RecordedFact<PinFact> => streamId(pinStream, fact.stream) !== null;

const unknown = (): Folding => ({
  revision: -1,
  position: -1n,
  createdPosition: null,
  state: scheduleStream.decider.initial,
  pin: pinStream.decider.initial,
  pinRevision: -1,
  latenessMs: null,
});

const foldingOf = (row: Row): Folding => ({
  revision: row.revision,
  position: BigInt(row.position),
  createdPosition: null,
  state: row.folded,
  pin: row.pin,
  pinRevision: row.pin_revision,
  latenessMs: row.lateness_ms === null ? null : Number(row.lateness_ms),
});

async function removeOlderEpochs({ owner, beforeEpoch }: RemovedOwner, most: number, { tx, table }: ProjectionContext): Promise<number> {
  const older = tx(table('schedules')).where({ project_id: owner }).andWhere('epoch', '<', beforeEpoch).limit(most).select('schedule_id');
  return tx(table('schedules')).whereIn('schedule_id', older).delete();
}
