import { factsOf, streamId, type RecordedFact, idOf } from '@pps/event-store';
import { pinStream, type PinQueued } from '@pps/pins/events';
import { defineProjection, type ProjectionContext, type RemovedOwner, type Transaction } from '@pps/read-store';
import { epochFacts, projectStream, startsEpoch } from '@pps/workspaces/events';
import type { ScheduleFact } from '../schedule/schedule.events';
import { scheduleStream } from '../schedule/schedule.stream';
import { dueProjectTable, scheduleQueueTable, type WaitingSchedule } from './schedule_queue.tables';

/** What the queue is made of. */
export type ScheduleQueueFact = RecordedFact<ScheduleFact | PinQueued>;

/** After a schedule has fired its pin is queued within moments; one whose pin nobody has seen by then is looked at. */
const pinExpectedWithinMs = 5_000;

/** What firing has not finished with, and when the next schedule of each project is due. */
export const scheduleQueueProjection = defineProjection({
  name: 'schedule_queue',
  version: 1,
  handles: factsOf(scheduleStream)
    .and(pinStream, 'PinQueued')
    .and(projectStream, ...epochFacts),
  tables: [scheduleQueueTable, dueProjectTable],
  // Most pins are nobody's schedule: their queueing wakes no firing.
  concerns: (fact) => fact.type !== 'PinQueued' || fact.data.scheduleId !== undefined,

  async project(facts, context) {
    let batch: ScheduleQueueFact[] = [];
    for (const fact of facts) {
      if (!startsEpoch(fact)) {
        batch.push(fact);
        continue;
      }
      await projectQueue(batch, context);
      batch = [];
      const projectId = idOf(fact, projectStream);
      await context.remove({ owner: projectId, beforeEpoch: fact.data.epoch });
      await noteNextDue([projectId], context);
    }
    await projectQueue(batch, context);
  },
  removePortion: removeOlderEpochs,
});

async function projectQueue(facts: readonly ScheduleQueueFact[], context: ProjectionContext): Promise<void> {
  const ids = [...new Set(facts.flatMap((fact) => scheduleIdOf(fact) ?? []))];
  if (ids.length === 0) return;
  const name = context.table('schedule_queue');
  const present = (await context.tx(name).whereIn('schedule_id', ids)) as (Omit<WaitingSchedule, 'due_at'> & { due_at: Date | null })[];
  const rows = new Map<string, WaitingSchedule | null>(
    present.map((row) => [row.schedule_id, { ...row, due_at: row.due_at && row.due_at.toISOString() }]),
  );
  for (const fact of facts) {
    const id = scheduleIdOf(fact);
    if (id === null) continue;
    const row = rows.get(id) ?? null;
    if (fact.type !== 'PinQueued' && row && fact.revision <= row.revision) continue;
    const next = waitingScheduleAfter(row, fact);
    rows.set(id, next && fact.type !== 'PinQueued' ? { ...next, revision: fact.revision } : next);
  }
  const remaining = [...rows.values()].filter((row) => row !== null);
  const gone = ids.filter((id) => !rows.get(id));
  if (gone.length > 0) await context.tx(name).whereIn('schedule_id', gone).delete();
  await scheduleQueueTable.upsertFrom(context.tx, name, remaining);
  const projects = new Set([...present, ...remaining].map(({ project_id }) => project_id));
  await noteNextDue([...projects], context);
}

/** The schedule that a fact is about; null for a pin that no schedule fired. */
export function scheduleIdOf(fact: ScheduleQueueFact): string | null {
  if (fact.type === 'PinQueued') return fact.data.scheduleId ?? null;
  return streamId(scheduleStream, fact.stream);
}

/** The row of a schedule after a fact about it or its pin; null where firing has finished with it. */
export function waitingScheduleAfter(row: WaitingSchedule | null, fact: ScheduleQueueFact): WaitingSchedule | null {
  if (fact.type === 'ScheduleCreated') {
    const { scheduleId, projectId, epoch, accountId, runAt } = fact.data;
    const owner = { schedule_id: scheduleId, project_id: projectId, epoch, account_id: accountId };
    return { ...owner, revision: fact.revision, phase: 'scheduled', due_at: runAt };
  }
  if (!row) return null;
  switch (fact.type) {
    case 'ScheduleEdited':
      return { ...row, phase: 'scheduled', due_at: fact.data.runAt };
    case 'ScheduleDeferred':
    case 'ScheduleTryAdvanced':
      return { ...row, phase: 'deferred', due_at: fact.data.nextTryAt };
    case 'ScheduleFired':
      return { ...row, phase: 'fired', due_at: withoutPinAfter(fact.data.firedAt) };
    case 'ScheduleUnitReplaced':
      return { ...row, due_at: withoutPinAfter(fact.data.replacedAt) };
    case 'ScheduleRetryRequested':
      return row;
    case 'PinQueued':
      return row.phase === 'fired' ? { ...row, due_at: null } : row;
    case 'ScheduleFailed':
      return { ...row, phase: 'failed', due_at: null };
    case 'ScheduleRetried':
      return fact.data.pinId === undefined
        ? { ...row, phase: 'scheduled', due_at: fact.data.retriedAt }
        : { ...row, phase: 'fired', due_at: null };
    case 'ScheduleCompleted':
    case 'ScheduleCanceled':
    case 'ScheduleDeleted':
      return null;
  }
}

const withoutPinAfter = (at: string): string => new Date(Date.parse(at) + pinExpectedWithinMs).toISOString();

/** Writes down when the next schedule of each of these projects is due; by the index, whatever else waits. */
async function noteNextDue(projects: readonly string[], { tx, table }: ProjectionContext): Promise<void> {
  if (projects.length === 0) return;
  const [queue, due] = [table('schedule_queue'), table('schedule_due_project')];
  const { rows } = await nextDue(tx, queue, projects);
  const waiting = new Set(rows.map(({ project_id }) => project_id));
  const idle = projects.filter((project) => !waiting.has(project));
  if (idle.length > 0) await tx(due).whereIn('project_id', idle).delete();
  await dueProjectTable.upsertFrom(tx, due, rows);
}

const nextDue = (tx: Transaction, queue: string, projects: readonly string[]) =>
  tx.raw<{ rows: { project_id: string; next_due_at: string }[] }>(
    `select project.id as project_id, next.due_at as next_due_at from unnest(?::uuid[]) as project (id) cross join lateral (
       select due_at from ${queue} as row where row.project_id = project.id and due_at is not null order by due_at limit 1) as next`,
    [[...projects]],
  );

async function removeOlderEpochs({ owner, beforeEpoch }: RemovedOwner, most: number, context: ProjectionContext): Promise<number> {
  const { tx, table } = context;
  const name = table('schedule_queue');
  const older = tx(name).where({ project_id: owner }).andWhere('epoch', '<', beforeEpoch).limit(most).select('schedule_id');
  const removed = await tx(name).whereIn('schedule_id', older).delete();
  await noteNextDue([owner], context);
  return removed;
}
