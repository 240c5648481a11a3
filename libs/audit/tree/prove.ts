import type { Database } from '@pps/read-store';
import { hashRanges } from './hash-ranges';
import { consistencyRanges, inclusionRanges } from './leaf-range';
import { rootOfInclusion } from './root-of-inclusion';

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
