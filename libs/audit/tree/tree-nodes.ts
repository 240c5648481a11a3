import type { Database, Transaction } from '@pps/read-store';
import { LRUCache } from 'lru-cache';
import type { PerfectNode } from './leaf-range';
import { NodeBlock } from './node-block';
import { levelsBetween, readStoredRuns } from './tree.store';

const width = 2 ** levelsBetween;
/** Some 30 KB each. What is above the leaves of a tree of a million is 17 of them. */
const mostBlocks = 300;

/** Where a node is found: so many levels above the stored nodes of a block, the `index`th there. */
interface PlaceInBlock {
  readonly key: string;
  readonly level: number;
  readonly block: number;
  readonly above: number;
  readonly index: number;
  /** How many nodes of the block it takes. */
  readonly needed: number;
}

/**
 * The nodes of trees, of which those asked for lately are kept in memory: never changed once they are stored, they are read again only where a tree
 * that has grown is asked for more of them.
 */
export class TreeNodes {
  private readonly blocks = new LRUCache<string, NodeBlock>({ max: mostBlocks });

  constructor(private readonly db: Database | Transaction) {}

  /** The hashes of nodes of one tree, in one statement at most. Throws where the tree does not have one of them. */
  async read(treeId: string, nodes: readonly PerfectNode[]): Promise<Buffer[]> {
    const places = nodes.map((node) => placeOf(treeId, node));
    const blocks = await this.blocksOf(treeId, places);
    return places.map(({ key, above, index }) => {
      const block = blocks.get(key);
      if (!block) throw new Error('a block is missing');
      return block.node(above, index);
    });
  }

  private async blocksOf(treeId: string, places: readonly PlaceInBlock[]): Promise<ReadonlyMap<string, NodeBlock>> {
    const found = new Map<string, NodeBlock>();
    const missing = new Map<string, PlaceInBlock>();
    for (const place of places) {
      const known = this.blocks.get(place.key);
      if (known && known.stored.length >= place.needed) found.set(place.key, known);
      else if (place.needed > (missing.get(place.key)?.needed ?? 0)) missing.set(place.key, place);
    }
    if (missing.size === 0) return found;
    const wanted = [...missing.values()];
    const runs = wanted.map(({ level, block, needed }) => ({ level, from: block * width, to: block * width + needed }));
    for (const [at, stored] of (await readStoredRuns(this.db, treeId, runs)).entries()) {
      const key = wanted[at]?.key ?? '';
      const block = new NodeBlock(stored);
      this.blocks.set(key, block);
      found.set(key, block);
    }
    return found;
  }
}

function placeOf(treeId: string, { level, index }: PerfectNode): PlaceInBlock {
  const above = level % levelsBetween;
  const inBlock = width / 2 ** above;
  const block = Math.floor(index / inBlock);
  const place = index % inBlock;
  return { key: `${treeId} ${level - above} ${block}`, level: level - above, block, above, index: place, needed: (place + 1) * 2 ** above };
}
