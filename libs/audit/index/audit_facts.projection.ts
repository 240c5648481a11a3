import { billingStream } from '@pps/billing/events';
import type { FactMetadata, RecordedFact } from '@pps/event-store';
import { isUuid } from '@pps/kernel';
import { emailStream, googleStream, handoffStream, secondFactorStream, sessionStream, userStream } from '@pps/identity/events';
import { organizationStream } from '@pps/workspaces/events';
import { everyFact, runPrepared, type Projection, type Transaction } from '@pps/read-store';
import { leafHashOf } from '../tree/leaf-hash';
import { growTrees, type TreeGrowth } from '../tree/tree.store';
import { auditFactTable, type IndexedFact } from './audit_facts.tables';

/** Streams of an organization and its people: their facts belong to no project, whichever one the request was made in. */
const beyondProjects: ReadonlySet<string> = new Set(
  [organizationStream, billingStream, userStream, sessionStream, secondFactorStream, emailStream, googleStream, handoffStream].map(
    ({ category }) => category,
  ),
);

interface PlacedFact {
  readonly stream: string;
  readonly metadata: Pick<FactMetadata, 'projectId' | 'organizationId'>;
}

/** The history that a fact is a leaf of: its project's, or its organization's where it belongs to no project; null where neither is concerned. */
export function treeOf({ stream, metadata: { projectId, organizationId } }: PlacedFact): string | null {
  const category = stream.slice(0, stream.indexOf('-'));
  const treeId = beyondProjects.has(category) ? (organizationId ?? projectId) : (projectId ?? organizationId);
  return treeId !== undefined && isUuid(treeId) ? treeId.toLowerCase() : null;
}

/**
 * Every fact of a project or an organization, as it is stored, with its place in that history. It is no definition by facts, because it reads none of them:
 * what only a newer release can read is a leaf too. With each row the tree gains its leaf, in the same transaction.
 */
export const auditFactsProjection: Projection = {
  name: 'audit_facts',
  version: 1,
  handles: [everyFact],
  tables: [auditFactTable.name],
  concerns: (fact) => placeOf(fact) !== null,
  create: async ({ tx, table }) => auditFactTable.create(tx, table(auditFactTable.name)),

  async project(facts, { tx, table }) {
    const ours = facts.flatMap((fact) => {
      const treeId = placeOf(fact);
      return treeId === null ? [] : [{ fact, treeId }];
    });
    if (ours.length === 0) return;
    const name = table(auditFactTable.name);
    const ends = await readEnds(tx, name, [...new Set(ours.map(({ treeId }) => treeId))]);
    const growths = new Map<string, Omit<TreeGrowth, 'hashes'> & { readonly hashes: Buffer[] }>();
    const added: IndexedFact[] = [];
    for (const { fact, treeId } of ours) {
      const end = ends.get(treeId) ?? { size: 0, position: -1n };
      if (fact.position <= end.position) continue;
      ends.set(treeId, { size: end.size + 1, position: fact.position });
      added.push({ fact, treeId, leafIndex: end.size });
      const growth = growths.get(treeId) ?? { treeId, first: end.size, hashes: [] };
      growth.hashes.push(leafHashOf(fact));
      growths.set(treeId, growth);
    }
    // None is there: each lies behind the end that was read under the lock of the build.
    await auditFactTable.insertNewFrom(tx, name, added);
    await growTrees(tx, [...growths.values()]);
  },
};

// The store's own events are nobody's history.
const placeOf = (fact: RecordedFact): string | null => (fact.type.startsWith('$') ? null : treeOf(fact));

interface TreeEnd {
  readonly size: number;
  readonly position: bigint;
}

/** How far this build has come with each tree. */
async function readEnds(tx: Transaction, table: string, treeIds: readonly string[]): Promise<Map<string, TreeEnd>> {
  const { rows } = await runPrepared<{ rows: { tree_id: string; leaf_index: string; position: string }[] }>(
    tx,
    `select last.* from unnest(array(select unnest(?::uuid[]))) as tree (id) cross join lateral (
       select tree_id, leaf_index, position from ${table} as row where row.tree_id = tree.id order by leaf_index desc limit 1) as last`,
    [[...treeIds]],
  );
  return new Map(rows.map(({ tree_id, leaf_index, position }) => [tree_id, { size: Number(leaf_index) + 1, position: BigInt(position) }]));
}
