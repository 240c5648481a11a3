import type { Database, Transaction } from '@pps/read-store';

/** A leaf that came out otherwise when the log was read again. */
export interface TreeDifference {
  readonly treeId: string;
  readonly leafIndex: number;
  readonly foundAt: string;
}

const mostNamed = 20;

/** The first difference of each tree, oldest first, at most 20. */
export async function readDifferences(db: Database | Transaction): Promise<TreeDifference[]> {
  type Row = { tree_id: string; leaf_index: string; found_at: Date };
  const rows = (await db('audit.difference').orderBy('found_at').limit(mostNamed)) as Row[];
  return rows.map(({ tree_id, leaf_index, found_at }) => ({
    treeId: tree_id,
    leafIndex: Number(leaf_index),
    foundAt: found_at.toISOString(),
  }));
}
