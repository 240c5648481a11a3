import type { RecordedFact } from '@pps/event-store';
import { jsonb, type Transaction } from '@pps/read-store';
import type { SandboxReset } from '@pps/workspaces/events';
import type { QueueFact, QueueRow } from './queue-row';

type Handled = RecordedFact<QueueFact | SandboxReset>;

/** Present epochs by project; a project that was never reset is absent. */
export type PublishEpochs = ReadonlyMap<string, number>;

export async function createPublishEpochs(tx: Transaction, name: string): Promise<void> {
  await tx.raw(`
    create table ${name} (project_id uuid primary key, epoch int not null);
    comment on table ${name} is 'Sandboxes that were reset: pins of their older epochs are not published.';
    comment on column ${name}.project_id is 'The sandbox.';
    comment on column ${name}.epoch is 'Its present epoch.';`);
}

/** Stores the new epochs of sandboxes that were reset; answers the present epochs of all sandboxes that the facts are about. */
export async function applyResets(facts: readonly Handled[], tx: Transaction, name: string): Promise<PublishEpochs> {
  const resets = resetsIn(facts);
  if (resets.size > 0) {
    const rows = [...resets].map(([project_id, epoch]) => ({ project_id, epoch }));
    await tx.raw(
      `insert into ${name} as known select project_id, epoch from jsonb_to_recordset(?::jsonb) as reset (project_id uuid, epoch int)
       on conflict (project_id) do update set epoch = greatest(known.epoch, excluded.epoch)`,
      [jsonb(rows)],
    );
  }
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
