import { createHash } from 'node:crypto';

export interface SignedTree {
  readonly treeId: string;
  readonly size: number;
  readonly root: Buffer;
}

/** What a checkpoint's signature covers. */
export const checkpointText = ({ treeId, size, root }: SignedTree): string => `${treeId}\n${size}\n${root.toString('hex')}\n`;

export interface OperatorStatement {
  /** Counts from 1. */
  readonly number: number;
  readonly trees: number;
  readonly root: Buffer;
  /** SHA-256 of the text of the one before; null for the first. */
  readonly previous: Buffer | null;
}

/** What the signature of an operator checkpoint covers. */
export const operatorText = ({ number, trees, root, previous }: OperatorStatement): string =>
  `operator\n${number}\n${trees}\n${root.toString('hex')}\n${previous?.toString('hex') ?? '-'}\n`;

/** A tree's leaf in an operator checkpoint. */
export const operatorLeaf = (signed: SignedTree): Buffer =>
  createHash('sha256').update(Buffer.of(0)).update(checkpointText(signed)).digest();
