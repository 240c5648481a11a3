import { runPrepared, type Database, type Transaction } from '@pps/read-store';
import { perfectRoot } from './node-hash';

/** Leaves that a tree gains, in order from `first` on. */
export interface TreeGrowth {
  readonly treeId: string;
  readonly first: number;
  readonly hashes: readonly Buffer[];
}

/** Nodes are stored on every eighth level; those between are computed of at most 128 stored ones. */
export const levelsBetween = 8;
const nodesPerBlock = 2 ** levelsBetween;
const highestLevel = 32;

interface HashRow {
  readonly tree_id: string;
  readonly level: number;
  readonly index: number;
  readonly hash: Buffer;
}

/**
 * Stores leaves and the nodes above blocks that are full. What is stored is never written again: a leaf that differs from the stored one is
 * recorded in `audit.difference`, the first of each tree, and the stored one stays.
 */
export async function growTrees(tx: Transaction, growths: readonly TreeGrowth[]): Promise<void> {
  const trees = [...growths].sort((one, other) => (one.treeId < other.treeId ? -1 : 1));
  const leaves = trees.flatMap(({ treeId, first, hashes }) =>
    hashes.map((hash, offset) => ({ tree_id: treeId, level: 0, index: first + offset, hash })),
  );
  if (leaves.length === 0) return;
  if ((await insertHashes(tx, leaves)) < leaves.length) await recordDifferences(tx, leaves);
  let grown = trees.map(({ treeId, first, hashes }) => ({ treeId, from: first, to: first + hashes.length }));
  for (let level = levelsBetween; level <= highestLevel; level += levelsBetween) {
    grown = grown
      .map(({ treeId, from, to }) => ({ treeId, from: Math.floor(from / nodesPerBlock), to: Math.floor(to / nodesPerBlock) }))
      .filter(({ from, to }) => to > from);
    for (const { treeId, from, to } of grown) await insertHashes(tx, await fullBlocks(tx, treeId, level, from, to));
  }
  await runPrepared(
    tx,
    `insert into audit.tree as tree (tree_id, size)
     select * from unnest(?::uuid[], ?::bigint[]) as grown (tree_id, size)
     on conflict (tree_id) do update set size = excluded.size where tree.size < excluded.size`,
    [trees.map(({ treeId }) => treeId), trees.map(({ first, hashes }) => first + hashes.length)],
  );
}

/** Nodes of one stored level that stand side by side: from `from` up to, not including, `to`. */
export interface StoredRun {
  readonly level: number;
  readonly from: number;
  readonly to: number;
}

/** The hashes of each run, from the left; throws when a node is missing. A run comes as one value: a row for each of hundreds of nodes takes longer than finding them. */
export async function readStoredRuns(db: Database | Transaction, treeId: string, runs: readonly StoredRun[]): Promise<Buffer[][]> {
  // The limit keeps each run a range of the index: else the planner, with statistics, joins the whole tree with the runs.
  const { rows } = await db.raw<{ rows: { hashes: Buffer | null }[] }>(
    `select (
       select string_agg(stored.hash, ''::bytea order by stored.index) from (
         select node.index, node.hash from audit.tree_hash node
         where node.tree_id = ? and node.level = run.level and node.index >= run.first and node.index < run.past
         order by node.index limit run.past - run.first) as stored) as hashes
     from unnest(?::int[], ?::bigint[], ?::bigint[]) with ordinality as run (level, first, past, place) order by run.place`,
    [treeId, runs.map(({ level }) => level), runs.map(({ from }) => from), runs.map(({ to }) => to)],
  );
  return runs.map((run, place) => hashesIn(run, rows[place]?.hashes ?? Buffer.alloc(0)));
}

const hashBytes = 32;

function hashesIn({ level, from, to }: StoredRun, hashes: Buffer): Buffer[] {
  if (hashes.length !== (to - from) * hashBytes) throw new Error(`the tree lacks a node of level ${level} from ${from} to ${to}`);
  return Array.from({ length: to - from }, (_, at) => hashes.subarray(at * hashBytes, (at + 1) * hashBytes));
}

/** How many leaves a tree has; 0 for one that has none yet. */
export async function readTreeSize(db: Database, treeId: string): Promise<number> {
  const row = await db<{ tree_id: string; size: string }>('audit.tree').where({ tree_id: treeId }).first('size');
  return Number(row?.size ?? 0);
}

async function insertHashes(tx: Transaction, rows: readonly HashRow[]): Promise<number> {
  const inserted = await runPrepared<{ rowCount: number }>(
    tx,
    `insert into audit.tree_hash (tree_id, level, index, hash)
     select * from unnest(?::uuid[], ?::int[], ?::bigint[], ?::bytea[]) on conflict do nothing`,
    columnsOf(rows),
  );
  return inserted.rowCount;
}

async function recordDifferences(tx: Transaction, leaves: readonly HashRow[]): Promise<void> {
  await tx.raw(
    `insert into audit.difference (tree_id, leaf_index, stored_hash, computed_hash)
     select distinct on (tree_id) tree_id, index, stored.hash, computed.hash
     from unnest(?::uuid[], ?::int[], ?::bigint[], ?::bytea[]) as computed (tree_id, level, index, hash)
     join audit.tree_hash stored using (tree_id, level, index)
     where stored.hash <> computed.hash order by tree_id, index
     on conflict (tree_id) do nothing`,
    columnsOf(leaves),
  );
}

const columnsOf = (rows: readonly HashRow[]) => [
  rows.map(({ tree_id }) => tree_id),
  rows.map(({ level }) => level),
  rows.map(({ index }) => index),
  rows.map(({ hash }) => hash),
];

/** The nodes of this level over the stored blocks below it. */
async function fullBlocks(tx: Transaction, treeId: string, level: number, from: number, to: number): Promise<HashRow[]> {
  const blocks = Array.from({ length: to - from }, (_, offset): StoredRun => {
    const begin = (from + offset) * nodesPerBlock;
    return { level: level - levelsBetween, from: begin, to: begin + nodesPerBlock };
  });
  const stored = await readStoredRuns(tx, treeId, blocks);
  return stored.map((block, offset) => ({ tree_id: treeId, level, index: from + offset, hash: perfectRoot(block) }));
}
