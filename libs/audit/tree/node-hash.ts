import { hash } from 'node:crypto';

const nodePrefix = Buffer.of(1);

/** The hash of a node of RFC 9162 over its two children. */
export const nodeHash = (left: Buffer, right: Buffer): Buffer => hash('sha256', Buffer.concat([nodePrefix, left, right]), 'buffer');

/** The root of a tree without leaves. */
export const emptyRoot = (): Buffer => hash('sha256', '', 'buffer');

/** The root over a power of two of equal nodes, all of one level, from the left. Throws for any other number of them. */
export function perfectRoot(nodes: readonly Buffer[]): Buffer {
  let level = [...nodes];
  while (level.length > 1) {
    if (level.length % 2 !== 0) throw new Error('the nodes are not a power of two');
    level = Array.from({ length: level.length / 2 }, (_, index) => nodeHash(hashAt(level, 2 * index), hashAt(level, 2 * index + 1)));
  }
  return hashAt(level, 0);
}

/** The hash over perfect nodes of falling size, as `perfectNodesOf` gives them. */
export const joinNodes = (hashes: readonly Buffer[]): Buffer =>
  hashes.length === 0 ? emptyRoot() : hashes.reduceRight((right, left) => nodeHash(left, right));

function hashAt(hashes: readonly Buffer[], index: number): Buffer {
  const node = hashes[index];
  if (!node) throw new Error('a node is missing');
  return node;
}

/** The root that a leaf and its path lead to (RFC 9162, 2.1.3.2); null for a path of another length than the tree has. */
export function rootOfInclusion(leaf: Buffer, index: number, size: number, path: readonly Buffer[]): Buffer | null {
  if (index >= size) return null;
  let [fn, sn, root] = [index, size - 1, leaf];
  for (const hash of path) {
    if (sn === 0) return null;
    if (fn % 2 === 1 || fn === sn) {
      root = nodeHash(hash, root);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
    } else root = nodeHash(root, hash);
    [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  }
  return sn === 0 ? root : null;
}

/** Whether a tree with `second` leaves begins with the one of `first` (RFC 9162, 2.1.4.2). */
export function isConsistent(
  { first, firstRoot, second, secondRoot }: { first: number; firstRoot: Buffer; second: number; secondRoot: Buffer },
  proof: readonly Buffer[],
): boolean {
  if (first === second) return proof.length === 0 && firstRoot.equals(secondRoot);
  if (first < 1 || first > second) return false;
  const [begin, ...rest] = Number.isInteger(Math.log2(first)) ? [firstRoot, ...proof] : proof;
  if (!begin) return false;
  let [fn, sn] = [first - 1, second - 1];
  while (fn % 2 === 1) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  let [one, other] = [begin, begin];
  for (const hash of rest) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      [one, other] = [nodeHash(hash, one), nodeHash(hash, other)];
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
    } else other = nodeHash(other, hash);
    [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  }
  return sn === 0 && one.equals(firstRoot) && other.equals(secondRoot);
}
