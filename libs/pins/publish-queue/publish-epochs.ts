import type { RecordedFact } from '@pps/event-store';
import { type Transaction } from '@pps/read-store';
import type { SandboxReset } from '@pps/workspaces/events';
import { epochTable, type QueueRow } from './publish_queue.tables';
import type { QueueFact } from './next-row';

type Handled = RecordedFact<QueueFact | SandboxReset>;

/** Present epochs by project; a project that was never reset is absent. */
export type PublishEpochs = ReadonlyMap<string, number>;

/** Stores the new epochs of sandboxes that were reset; answers the present epochs of all sandboxes that the facts are about. */
export async function applyResets(facts: readonly Handled[], tx: Transaction, name: string): Promise<PublishEpochs> {
  const resets = resetsIn(facts);
  await epochTable.upsert(tx, name, [...resets].map(epochTable.row));
  const projects = new Set([...resets.keys(), ...facts.flatMap(sandboxOf)]);
  if (projects.size === 0) return new Map();
  const known = (await tx(name).whereIn('project_id', [...projects])) as { project_id: string; epoch: number }[];
  return new Map(known.map(({ project_id, epoch }) => [project_id, epoch]));
}

/** Answers the rows that were dropped. */
export async function dropOlderEpochs(facts: readonly Handled[], tx: Transaction, name: string): Promise<QueueRow[]> {
  const dropped: QueueRow[] = [];
  for (const [projectId, epoch] of resetsIn(facts)) {
    const rows = await tx(name).where({ project_id: projectId }).andWhere('epoch', '<', epoch).delete().returning('*');
    dropped.push(...(rows as QueueRow[]));
  }
  return dropped;
}

function resetsIn(facts: readonly Handled[]): Map<string, number> {
  const resets = new Map<string, number>();
  for (const fact of facts) {
    if (fact.type !== 'SandboxReset') continue;
    const projectId = fact.stream.slice('project-'.length);
    resets.set(projectId, Math.max(resets.get(projectId) ?? 0, fact.data.epoch));
  }
  return resets;
}

function sandboxOf(fact: Handled): string[] {
  if (fact.type !== 'PinQueued') return [];
  const { projectId, simulated } = fact.data;
  return simulated ? [projectId] : [];
}
