import type { Database, Transaction } from '@pps/read-store';
import { perfectNodesOf, type LeafRange, consistencyRanges, inclusionRanges } from './leaf-range';
import { joinNodes, rootOfInclusion } from './node-hash';
import { TreeNodes } from './tree-nodes';

export interface InclusionProof {
  readonly path: readonly Buffer[];
  readonly root: Buffer;
}

export interface ConsistencyProof {
  readonly firstRoot: Buffer;
  readonly secondRoot: Buffer;
  readonly proof: readonly Buffer[];
}

export interface Proofs {
  /** Proves that a leaf is in the tree as it was with `size` leaves; the leaf must be below it, and the tree must have as many. */
  inclusion(treeId: string, leaf: number, size: number): Promise<InclusionProof>;
  /** Proves that the tree with `second` leaves begins with the one of `first`; 1 ≤ first ≤ second ≤ its size. */
  consistency(treeId: string, first: number, second: number): Promise<ConsistencyProof>;
}

/** Proofs of the trees in a database, each by one statement of at most some 800 stored nodes; what they have in common is kept in memory. */
export function openProofs(db: Database): Proofs {
  const nodes = new TreeNodes(db);
  return {
    async inclusion(treeId, leaf, size) {
      const [own, ...path] = await hashRanges(nodes, treeId, [{ start: leaf, end: leaf + 1 }, ...inclusionRanges(leaf, size)]);
      const root = own && rootOfInclusion(own, leaf, size, path);
      if (!root) throw new Error('a range gave no hash');
      return { path, root };
    },
    async consistency(treeId, first, second) {
      const ranges = [{ start: 0, end: first }, { start: 0, end: second }, ...consistencyRanges(first, second)];
      const [firstRoot, secondRoot, ...proof] = await hashRanges(nodes, treeId, ranges);
      if (!firstRoot || !secondRoot) throw new Error('a range gave no hash');
      return { firstRoot, secondRoot, proof };
    },
  };
}

/** The root of the tree as it was with so many leaves; the tree must have as many. */
export async function rootAt(db: Database | Transaction, treeId: string, size: number): Promise<Buffer> {
  const [root] = await hashRanges(new TreeNodes(db), treeId, [{ start: 0, end: size }]);
  if (!root) throw new Error('a range gave no hash');
  return root;
}

/** The hashes of the ranges of one tree, which must hold all their leaves. */
async function hashRanges(nodes: TreeNodes, treeId: string, ranges: readonly LeafRange[]): Promise<Buffer[]> {
  const wanted = ranges.map(perfectNodesOf);
  const hashes = (await nodes.read(treeId, wanted.flat())).values();
  return wanted.map((each) => joinNodes(each.flatMap(() => hashes.next().value ?? [])));
}
