import type { Database } from '@pps/read-store';

/** Where a fact of a history stands in the log, and its leaf. */
export interface HistoryLeaf {
  readonly leafIndex: number;
  readonly leafHash: Buffer;
  readonly eventId: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: string;
  readonly type: string;
  readonly recordedAt: Date;
}

interface Row {
  leaf_index: string;
  hash: Buffer;
  event_id: string;
  stream: string;
  revision: number;
  position: string;
  type: string;
  recorded_at: Date;
}

const columns = `fact.leaf_index, leaf.hash, fact.event_id, fact.stream, fact.revision, fact.position, fact.type, fact.recorded_at
  from read.audit_facts fact join audit.tree_hash leaf on leaf.tree_id = fact.tree_id and leaf.level = 0 and leaf.index = fact.leaf_index`;

/** The leaves of a history from one on, at most so many, in order. */
export async function readLeaves(db: Database, treeId: string, from: number, limit: number): Promise<HistoryLeaf[]> {
  const { rows } = await db.raw<{ rows: Row[] }>(
    // The bound on both keeps a join by order from beginning at the first leaf.
    `select ${columns} where fact.tree_id = ? and fact.leaf_index >= ? and leaf.index >= ? order by fact.leaf_index limit ?`,
    [treeId, from, from, limit],
  );
  return rows.map(leafOf);
}

/** SQL: whether the fact whose id an expression gives stands in another history than that of the named parameter `treeId`. */
export const standsElsewhere = (eventId: string): string =>
  `exists (select from read.audit_facts as fact where fact.event_id = ${eventId} and fact.tree_id <> :treeId)`;

/** What the facts of a part of a history are about. */
export interface HistoryStreams {
  /** Each once. */
  readonly streams: readonly string[];
  /** The leaf behind that part. */
  readonly next: number;
}

/** The streams of the leaves of a history from one on, at most so many leaves; null where there is no such leaf. */
export async function readStreams(db: Database, treeId: string, from: number, limit: number): Promise<HistoryStreams | null> {
  const { rows } = await db.raw<{ rows: { stream: string; last: string }[] }>(
    `select stream, max(leaf_index) as last from (
       select stream, leaf_index from read.audit_facts where tree_id = ? and leaf_index >= ? order by leaf_index limit ?) as part
     group by stream`,
    [treeId, from, limit],
  );
  if (rows.length === 0) return null;
  return { streams: rows.map(({ stream }) => stream), next: Math.max(...rows.map(({ last }) => Number(last))) + 1 };
}

/** A fact as the index has it. */
export type FactRow = Pick<HistoryLeaf, 'stream' | 'revision' | 'type'> & { readonly position: bigint };

/** The facts of a history behind a position of the log, in order; null where there are more than so many. */
export async function readFactsAfter(db: Database, treeId: string, position: bigint, most: number): Promise<FactRow[] | null> {
  const { rows } = await db.raw<{ rows: Pick<Row, 'stream' | 'revision' | 'type' | 'position'>[] }>(
    // No index is by position, and none is needed: it grows with the leaf's index.
    `select stream, revision, type, position from read.audit_facts where tree_id = ? order by leaf_index desc limit ?`,
    [treeId, most + 1],
  );
  const later = rows.filter((row) => BigInt(row.position) > position);
  if (later.length > most) return null;
  return later.reverse().map(({ stream, revision, type, position: at }) => ({ stream, revision, type, position: BigInt(at) }));
}

/** The leaf of a fact of that history; null for one that is not in it. */
export async function findLeaf(db: Database, treeId: string, eventId: string): Promise<HistoryLeaf | null> {
  const { rows } = await db.raw<{ rows: Row[] }>(`select ${columns} where fact.event_id = ? and fact.tree_id = ?`, [eventId, treeId]);
  return rows[0] ? leafOf(rows[0]) : null;
}

const leafOf = ({ leaf_index, hash, event_id, stream, revision, position, type, recorded_at }: Row): HistoryLeaf => ({
  leafIndex: Number(leaf_index),
  leafHash: hash,
  eventId: event_id,
  stream,
  revision,
  position,
  type,
  recordedAt: recorded_at,
});
