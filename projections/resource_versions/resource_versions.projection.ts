import { connectionStream, type ConnectionState } from '@pps/connections/events';
import { factsOf, streamId } from '@pps/event-store';
import { apiKeyStream, type ApiKeyState } from '@pps/identity/events';
import { defineProjection, type ProjectionContext, type RowOf } from '@pps/read-store';
import { resourceVersionTable } from './resource_versions.tables';

type Row = RowOf<typeof resourceVersionTable>;
type OwnedState = Exclude<ApiKeyState, { readonly kind: 'none' }> | Exclude<ConnectionState, { readonly kind: 'absent' }>;

interface Version {
  readonly revision: number;
  readonly state: OwnedState | null;
}

/** API keys and platform accounts as they were at any time, each folded by its own rules. Nothing is removed: the present has read models of its own. */
export const resourceVersionsProjection = defineProjection({
  name: 'resource_versions',
  version: 1,
  handles: factsOf(apiKeyStream).and(connectionStream),
  tables: [resourceVersionTable],

  async project(facts, context) {
    const versions = await newestVersions([...new Set(facts.map(({ stream }) => stream))], context);
    const rows: Row[] = [];
    for (const fact of facts) {
      const before = versions.get(fact.stream) ?? absent;
      if (fact.revision <= before.revision) continue;
      const state = after(before.state, fact);
      versions.set(fact.stream, { revision: fact.revision, state });
      if (!state) continue;
      const category = fact.stream.slice(0, fact.stream.indexOf('-'));
      rows.push(resourceVersionTable.row({ fact, category, projectId: state.projectId, epoch: state.epoch, state }));
    }
    await resourceVersionTable.insertMissing(context.tx, context.table(resourceVersionTable.name), rows);
  },
});

const absent: Version = { revision: -1, state: null };

type Handled = Parameters<typeof apiKeyStream.decider.evolve>[1] | Parameters<typeof connectionStream.decider.evolve>[1];

/** Null before the fact that says whose it is. */
function after(state: OwnedState | null, fact: Handled & { readonly stream: string }): OwnedState | null {
  if (isOfKey(fact)) {
    const key = apiKeyStream.decider.evolve(state?.kind === 'created' ? state : apiKeyStream.decider.initial, fact);
    return key.kind === 'none' ? null : key;
  }
  const account = connectionStream.decider.evolve(state?.kind === 'connected' ? state : connectionStream.decider.initial, fact);
  return account.kind === 'absent' ? null : account;
}

const isOfKey = (
  fact: Handled & { readonly stream: string },
): fact is Parameters<typeof apiKeyStream.decider.evolve>[1] & { readonly stream: string } => streamId(apiKeyStream, fact.stream) !== null;

async function newestVersions(streams: readonly string[], { tx, table }: ProjectionContext): Promise<Map<string, Version>> {
  const name = table(resourceVersionTable.name);
  const { rows } = await tx.raw<{ rows: { stream: string; revision: number; state: OwnedState }[] }>(
    `select last.* from unnest(?::text[]) as named (stream) cross join lateral (
       select stream, revision, state from ${name} as row where row.stream = named.stream order by revision desc limit 1) as last`,
    [[...streams]],
  );
  return new Map(rows.map(({ stream, revision, state }) => [stream, { revision, state }]));
}
