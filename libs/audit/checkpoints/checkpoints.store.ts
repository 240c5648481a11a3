import type { Database } from '@pps/read-store';

export interface SignedCheckpoint {
  readonly size: number;
  readonly root: Buffer;
  readonly signedAt: Date;
  readonly keyId: string;
  readonly signature: Buffer;
}

export interface OperatorCheckpoint extends SignedCheckpointOfAll {
  /** SHA-256 of the text of the one before; null for the first. */
  readonly previous: Buffer | null;
}

interface SignedCheckpointOfAll extends Omit<SignedCheckpoint, 'size'> {
  readonly number: number;
  readonly trees: number;
}

interface CheckpointRow {
  size: string;
  root_hash: Buffer;
  signed_at: Date;
  key_id: string;
  signature: Buffer;
}

/** At most so many checkpoints of a tree, newest first, of fewer leaves than `below`. */
export async function readCheckpoints(
  db: Database,
  treeId: string,
  { below, limit }: { readonly below: number | null; readonly limit: number },
): Promise<SignedCheckpoint[]> {
  const rows = db('audit.checkpoint').where({ tree_id: treeId }).orderBy('size', 'desc').limit(limit);
  if (below !== null) void rows.where('size', '<', below);
  return ((await rows) as CheckpointRow[]).map((row) => ({ size: Number(row.size), ...signedPart(row) }));
}

/** The newest operator checkpoint; null before the first. */
export async function readOperatorCheckpoint(db: Database): Promise<OperatorCheckpoint | null> {
  type Row = Omit<CheckpointRow, 'size'> & { number: string; trees: number; previous_hash: Buffer | null };
  const row = (await db('audit.operator_checkpoint').orderBy('number', 'desc').first()) as Row | undefined;
  return row ? { number: Number(row.number), trees: row.trees, previous: row.previous_hash, ...signedPart(row) } : null;
}

const signedPart = ({ root_hash, signed_at, key_id, signature }: Omit<CheckpointRow, 'size'>) => ({
  root: root_hash,
  signedAt: signed_at,
  keyId: key_id,
  signature,
});
