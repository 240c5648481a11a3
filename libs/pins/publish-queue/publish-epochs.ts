import { type RecordedFact, idOf } from '@pps/event-store';
import { runPrepared, type ProjectionContext, type RemovedOwner, type Transaction } from '@pps/read-store';
import { startsEpoch, type EpochFact, projectStream } from '@pps/workspaces/events';
import { countOutProject, waitingTables } from './count-waiting';
import { epochTable, type QueueRow } from './publish_queue.tables';
import type { QueueFact } from './next-row';

type Handled = RecordedFact<QueueFact | EpochFact>;

/** Present epochs by project; a project that was neither reset nor forgotten is absent. */
export type PublishEpochs = ReadonlyMap<string, number>;

/** Stores new epochs; nothing of older ones counts as waiting any more, and their rows are removed, a first portion now and the rest behind. */
export async function applyResets(facts: readonly Handled[], { tx, table, remove }: ProjectionContext): Promise<void> {
  const resets = resetsIn(facts);
  const known = await presentEpochs(tx, table('publish_epoch'), [...resets.keys()]);
  for (const [projectId, epoch] of resets) {
    // A fact that is given again must not count out what has been queued since.
    if (epoch <= (known.get(projectId) ?? 0)) continue;
    await epochTable.upsert(tx, table('publish_epoch'), [epochTable.row([projectId, epoch])]);
    await countOutProject(tx, waitingTables({ table }), projectId);
    await remove({ owner: projectId, beforeEpoch: epoch });
  }
}

/** The present epochs of all projects that the facts and the rows are about. */
export async function epochsOf(
  facts: readonly Handled[],
  rows: readonly QueueRow[],
  tx: Transaction,
  name: string,
): Promise<PublishEpochs> {
  return presentEpochs(tx, name, [...new Set([...facts.flatMap(projectOf), ...rows.map(({ project_id }) => project_id)])]);
}

/** Removes at most so many rows of a project's older epochs. */
export async function removeOlderEpochs(
  { owner, beforeEpoch }: RemovedOwner,
  most: number,
  { tx, table }: ProjectionContext,
): Promise<number> {
  const name = table('publish_queue');
  const older = tx(name).where({ project_id: owner }).andWhere('epoch', '<', beforeEpoch).limit(most).select('pin_id');
  return tx(name).whereIn('pin_id', older).delete();
}

async function presentEpochs(tx: Transaction, name: string, projects: readonly string[]): Promise<PublishEpochs> {
  if (projects.length === 0) return new Map();
  const { rows } = await runPrepared<{ rows: { project_id: string; epoch: number }[] }>(
    tx,
    `select project_id, epoch from ${name} where project_id = any(array(select unnest(?::uuid[])))`,
    [[...projects]],
  );
  return new Map(rows.map(({ project_id, epoch }) => [project_id, epoch]));
}

function resetsIn(facts: readonly Handled[]): Map<string, number> {
  const resets = new Map<string, number>();
  for (const fact of facts) {
    if (!startsEpoch(fact)) continue;
    const projectId = idOf(fact, projectStream);
    resets.set(projectId, Math.max(resets.get(projectId) ?? 0, fact.data.epoch));
  }
  return resets;
}

const projectOf = (fact: Handled): string[] => (fact.type === 'PinQueued' ? [fact.data.projectId] : []);
