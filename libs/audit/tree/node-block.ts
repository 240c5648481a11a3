import { nodeHash } from './node-hash';
import { levelsBetween } from './tree.store';

const width = 2 ** levelsBetween;

/**
 * The first nodes of a block of 256 of one stored level, and all nodes above them that are over these alone. As nodes are never changed, a block never
 * is: one that has more nodes says the same of those that both have.
 */
export class NodeBlock {
  /** The root at 1, the children of `n` at `2n` and `2n + 1`, the stored nodes from 256 on. */
  private readonly nodes: (Buffer | undefined)[] = new Array<Buffer | undefined>(2 * width);

  /** Takes the stored nodes of the block from the left, 256 at most. */
  constructor(readonly stored: readonly Buffer[]) {
    stored.forEach((node, index) => (this.nodes[width + index] = node));
    for (let place = width - 1; place > 0; place--) {
      const [left, right] = [this.nodes[2 * place], this.nodes[2 * place + 1]];
      if (left && right) this.nodes[place] = nodeHash(left, right);
    }
  }

  /** The node so many levels above the stored ones, the `index`th of its level in this block. Throws where it is not over stored nodes alone. */
  node(above: number, index: number): Buffer {
    const node = this.nodes[width / 2 ** above + index];
    if (!node) throw new Error('a block lacks a node');
    return node;
  }
}
