import type { Database, Transaction } from '@pps/read-store';
import { perfectNodesOf, type LeafRange, type PerfectNode } from './leaf-range';
import { joinNodes, perfectRoot } from './node-hash';
import { levelsBetween, readStoredRuns, type StoredRun } from './tree.store';

/**
 * The hashes of the ranges of one tree, in one read of at most some 800 stored nodes. The tree must hold all their leaves: throws where a node
 * is missing.
 */
export async function hashRanges(db: Database | Transaction, treeId: string, ranges: readonly LeafRange[]): Promise<Buffer[]> {
  const wanted = ranges.map(perfectNodesOf);
  const stored = (await readStoredRuns(db, treeId, wanted.flat().map(storedRun))).values();
  return wanted.map((nodes) => joinNodes(nodes.map(() => perfectRoot(stored.next().value ?? []))));
}

/** The root of the tree as it was with so many leaves. */
export async function rootAt(db: Database | Transaction, treeId: string, size: number): Promise<Buffer> {
  const [root] = await hashRanges(db, treeId, [{ start: 0, end: size }]);
  if (!root) throw new Error('a range gave no hash');
  return root;
}

/** The run of nodes of the nearest stored level below that a node is computed of. */
function storedRun({ level, index }: PerfectNode): StoredRun {
  const above = level % levelsBetween;
  return { level: level - above, from: index * 2 ** above, to: (index + 1) * 2 ** above };
}
