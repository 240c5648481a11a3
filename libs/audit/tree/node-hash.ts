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
