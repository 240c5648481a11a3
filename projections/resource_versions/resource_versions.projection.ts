import { connectionStream, type ConnectionState } from '@pps/connections/events';
import { factsOf, happenedAt, holdsFrom, streamId, type RecordedFact, idOf } from '@pps/event-store';
import { apiKeyStream, type ApiKeyState } from '@pps/identity/events';
import { defineProjection, type ProjectionContext, type RemovedOwner, type RowOf } from '@pps/read-store';
import { projectStream } from '@pps/workspaces/events';
import { resourceVersionTable } from './resource_versions.tables';

type Row = RowOf<typeof resourceVersionTable>;
type OwnedState = Exclude<ApiKeyState, { readonly kind: 'none' }> | Exclude<ConnectionState, { readonly kind: 'absent' }>;

interface Version {
  readonly revision: number;
  /** Milliseconds since the Unix epoch. */
  readonly from: number;
  readonly state: OwnedState | null;
}

/** API keys and platform accounts as they were at any time, each folded by its own rules. Removed with a project that is forgotten only: the present has read models of its own. */
export const resourceVersionsProjection = defineProjection({
  name: 'resource_versions',
  version: 3,
  handles: factsOf(apiKeyStream).and(connectionStream).and(projectStream, 'ProjectForgotten'),
  tables: [resourceVersionTable],

  async project(all, context) {
    let batch: RecordedFact<Handled>[] = [];
    for (const fact of all) {
      if (fact.type !== 'ProjectForgotten') {
        batch.push(fact);
        continue;
      }
      await projectVersions(batch, context);
      batch = [];
      await context.remove({ owner: idOf(fact, projectStream), beforeEpoch: fact.data.epoch });
    }
    await projectVersions(batch, context);
  },
  removePortion,
});

async function projectVersions(facts: readonly RecordedFact<Handled>[], context: ProjectionContext): Promise<void> {
  if (facts.length === 0) return;
  const versions = await newestVersions([...new Set(facts.map(({ stream }) => stream))], context);
  const rows: Row[] = [];
  for (const fact of facts) {
    const before = versions.get(fact.stream) ?? absent;
    if (fact.revision <= before.revision) continue;
    const state = after(before.state, fact);
    const from = holdsFrom(isOfKey(fact) ? apiKeyStream : connectionStream, before, state, fact);
    versions.set(fact.stream, { revision: fact.revision, from, state });
    if (!state) continue;
    const category = fact.stream.slice(0, fact.stream.indexOf('-'));
    rows.push(resourceVersionTable.row({ fact, from, category, projectId: state.projectId, epoch: state.epoch, state }));
  }
  await resourceVersionTable.insertMissing(context.tx, context.table(resourceVersionTable.name), rows);
}

async function removePortion({ owner, beforeEpoch }: RemovedOwner, most: number, { tx, table }: ProjectionContext): Promise<number> {
  const name = table(resourceVersionTable.name);
  const older = tx(name).where({ project_id: owner }).andWhere('epoch', '<', beforeEpoch).limit(most).select('ctid');
  return tx(name).whereIn('ctid', older).delete();
}

const absent: Version = { revision: -1, from: -Infinity, state: null };

type Handled = Parameters<typeof apiKeyStream.decider.evolve>[1] | Parameters<typeof connectionStream.decider.evolve>[1];

/** Null before the fact that says whose it is. */
function after(state: OwnedState | null, fact: RecordedFact<Handled>): OwnedState | null {
  if (isOfKey(fact)) {
    const key = apiKeyStream.decider.evolve(state?.kind === 'created' ? state : apiKeyStream.decider.initial, fact);
    return key.kind === 'none' ? null : key;
  }
  const before = state?.kind === 'connected' ? state : connectionStream.decider.initial;
  const account = connectionStream.decider.evolve(before, fact, happenedAt(fact));
  return account.kind === 'absent' ? null : account;
}

const isOfKey = (fact: RecordedFact<Handled>): fact is RecordedFact<Parameters<typeof apiKeyStream.decider.evolve>[1]> =>
  streamId(apiKeyStream, fact.stream) !== null;

async function newestVersions(streams: readonly string[], { tx, table }: ProjectionContext): Promise<Map<string, Version>> {
  const name = table(resourceVersionTable.name);
  const { rows } = await tx.raw<{ rows: { stream: string; revision: number; counts_from: Date; state: OwnedState }[] }>(
    `select last.* from unnest(?::text[]) as named (stream) cross join lateral (
       select stream, revision, counts_from, state from ${name} as row where row.stream = named.stream order by revision desc limit 1) as last`,
    [[...streams]],
  );
  return new Map(rows.map(({ stream, revision, counts_from, state }) => [stream, { revision, from: counts_from.getTime(), state }]));
}
