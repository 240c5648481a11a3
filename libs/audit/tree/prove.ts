import type { Database, Transaction } from '@pps/read-store';
import { perfectNodesOf, type LeafRange, type PerfectNode, consistencyRanges, inclusionRanges } from './leaf-range';
import { joinNodes, perfectRoot, rootOfInclusion } from './node-hash';
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

export interface InclusionProof {
  readonly path: readonly Buffer[];
  readonly root: Buffer;
}

/** Proves that a leaf is in the tree as it was with `size` leaves; the leaf must be below it, and the tree must have as many. */
export async function proveInclusion(db: Database, treeId: string, leaf: number, size: number): Promise<InclusionProof> {
  const [own, ...path] = await hashRanges(db, treeId, [{ start: leaf, end: leaf + 1 }, ...inclusionRanges(leaf, size)]);
  const root = own && rootOfInclusion(own, leaf, size, path);
  if (!root) throw new Error('a range gave no hash');
  return { path, root };
}

export interface ConsistencyProof {
  readonly firstRoot: Buffer;
  readonly secondRoot: Buffer;
  readonly proof: readonly Buffer[];
}

/** Proves that the tree with `second` leaves begins with the one of `first`; 1 ≤ first ≤ second ≤ its size. */
export async function proveConsistency(db: Database, treeId: string, first: number, second: number): Promise<ConsistencyProof> {
  const ranges = [{ start: 0, end: first }, { start: 0, end: second }, ...consistencyRanges(first, second)];
  const [firstRoot, secondRoot, ...proof] = await hashRanges(db, treeId, ranges);
  if (!firstRoot || !secondRoot) throw new Error('a range gave no hash');
  return { firstRoot, secondRoot, proof };
}
