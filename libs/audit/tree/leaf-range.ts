/** Leaves from `start` up to, not including, `end`, whose hash is a node that a proof or a root needs. */
export interface LeafRange {
  readonly start: number;
  readonly end: number;
}

/** A node over 2^level leaves, the `index`th of its level from the left; level 0 is the leaves. */
export interface PerfectNode {
  readonly level: number;
  readonly index: number;
}

/** The ranges whose hashes prove that the leaf is in the tree of that size, lowest first (RFC 9162, 2.1.3.1). */
export function inclusionRanges(leaf: number, size: number): LeafRange[] {
  const path: LeafRange[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const split = start + largestPowerBelow(end - start);
    if (leaf < split) {
      path.push({ start: split, end });
      end = split;
    } else {
      path.push({ start, end: split });
      start = split;
    }
  }
  return path.reverse();
}

/** The ranges whose hashes prove that the tree of size `second` begins with that of size `first` (RFC 9162, 2.1.4.1); empty for equal sizes and from 0. */
export function consistencyRanges(first: number, second: number): LeafRange[] {
  if (first === 0 || first === second) return [];
  const path: LeafRange[] = [];
  let [start, end] = [0, second];
  while (end !== first) {
    const split = start + largestPowerBelow(end - start);
    if (first <= split) {
      path.push({ start: split, end });
      end = split;
    } else {
      path.push({ start, end: split });
      start = split;
    }
  }
  // The old tree itself is known to who asks, where it is a perfect one.
  return start === 0 ? path.reverse() : [{ start, end }, ...path.reverse()];
}

/** The perfect nodes that the hash of a range is made of, from the left; the range begins at a multiple of the greatest power of two within it. */
export function perfectNodesOf({ start, end }: LeafRange): PerfectNode[] {
  const nodes: PerfectNode[] = [];
  for (let from = start; from < end;) {
    const level = Math.floor(Math.log2(end - from));
    nodes.push({ level, index: from / 2 ** level });
    from += 2 ** level;
  }
  return nodes;
}

/** For numbers from 2 on. */
const largestPowerBelow = (count: number): number => 2 ** Math.ceil(Math.log2(count) - 1);
