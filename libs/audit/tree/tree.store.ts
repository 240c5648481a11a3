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
const hashBytes = 32;

/** Nodes of one level of a tree that stand side by side, from `first` on. */
interface HashRun {
  readonly treeId: string;
  readonly level: number;
  readonly first: number;
  readonly hashes: readonly Buffer[];
}

/**
 * Stores leaves and the nodes above blocks that are full. What is stored is never written again: a leaf that differs from the stored one is
 * recorded in `audit.difference`, the first of each tree, and the stored one stays.
 */
export async function growTrees(tx: Transaction, growths: readonly TreeGrowth[]): Promise<void> {
  const trees = [...growths].sort((one, other) => (one.treeId < other.treeId ? -1 : 1));
  const leaves = trees.map((tree): HashRun => ({ ...tree, level: 0 }));
  const count = leaves.reduce((sum, { hashes }) => sum + hashes.length, 0);
  if (count === 0) return;
  if ((await insertHashes(tx, leaves)) < count) await recordDifferences(tx, leaves);
  let grown = trees.map(({ treeId, first, hashes }) => ({ treeId, from: first, to: first + hashes.length }));
  for (let level = levelsBetween; level <= highestLevel; level += levelsBetween) {
    grown = grown
      .map(({ treeId, from, to }) => ({ treeId, from: Math.floor(from / nodesPerBlock), to: Math.floor(to / nodesPerBlock) }))
      .filter(({ from, to }) => to > from);
    for (const { treeId, from, to } of grown) await insertHashes(tx, [await fullBlocks(tx, treeId, level, from, to)]);
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

function hashesIn({ level, from, to }: StoredRun, hashes: Buffer): Buffer[] {
  if (hashes.length !== (to - from) * hashBytes) throw new Error(`the tree lacks a node of level ${level} from ${from} to ${to}`);
  return Array.from({ length: to - from }, (_, at) => hashes.subarray(at * hashBytes, (at + 1) * hashBytes));
}

/** How many leaves a tree has; 0 for one that has none yet. */
export async function readTreeSize(db: Database, treeId: string): Promise<number> {
  const row = await db<{ tree_id: string; size: string }>('audit.tree').where({ tree_id: treeId }).first('size');
  return Number(row?.size ?? 0);
}

async function insertHashes(tx: Transaction, runs: readonly HashRun[]): Promise<number> {
  const inserted = await runPrepared<{ rowCount: number }>(
    tx,
    `insert into audit.tree_hash (tree_id, level, index, hash) select tree_id, level, index, hash from ${nodesSql} as node on conflict do nothing`,
    parametersOf(runs),
  );
  return inserted.rowCount;
}

async function recordDifferences(tx: Transaction, leaves: readonly HashRun[]): Promise<void> {
  await tx.raw(
    `insert into audit.difference (tree_id, leaf_index, stored_hash, computed_hash)
     select distinct on (tree_id) tree_id, index, stored.hash, computed.hash
     from ${nodesSql} as computed
     join audit.tree_hash stored using (tree_id, level, index)
     where stored.hash <> computed.hash order by tree_id, index
     on conflict (tree_id) do nothing`,
    parametersOf(leaves),
  );
}

/** A row for each node of the runs. Their hashes come as one value: to write and read each of them as a text takes several times as long. */
const nodesSql = `(
  select run.tree_id, run.level, run.first + place as index, substr(run.hashes, (run.before + place) * ${hashBytes} + 1, ${hashBytes}) as hash
  from (
    select each.*, ?::bytea as hashes from unnest(?::uuid[], ?::int[], ?::bigint[], ?::int[], ?::int[]) as each (tree_id, level, first, count, before)
  ) as run cross join generate_series(0, run.count - 1) as place)`;

function parametersOf(runs: readonly HashRun[]) {
  let count = 0;
  const before = runs.map(({ hashes }) => (count += hashes.length) - hashes.length);
  return [
    Buffer.concat(runs.flatMap(({ hashes }) => hashes)),
    runs.map(({ treeId }) => treeId),
    runs.map(({ level }) => level),
    runs.map(({ first }) => first),
    runs.map(({ hashes }) => hashes.length),
    before,
  ];
}

/** The nodes of this level over the stored blocks below it. */
async function fullBlocks(tx: Transaction, treeId: string, level: number, from: number, to: number): Promise<HashRun> {
  const blocks = Array.from({ length: to - from }, (_, offset): StoredRun => {
    const begin = (from + offset) * nodesPerBlock;
    return { level: level - levelsBetween, from: begin, to: begin + nodesPerBlock };
  });
  const stored = await readStoredRuns(tx, treeId, blocks);
  return { treeId, level, first: from, hashes: stored.map(perfectRoot) };
}

/** A leaf that came out otherwise when the log was read again. */
export interface TreeDifference {
  readonly treeId: string;
  readonly leafIndex: number;
  readonly foundAt: string;
}

const mostNamed = 20;

/** The first difference of each tree, oldest first, at most 20. */
export async function readDifferences(db: Database | Transaction): Promise<TreeDifference[]> {
  type Row = { tree_id: string; leaf_index: string; found_at: Date };
  const rows = (await db('audit.difference').orderBy('found_at').limit(mostNamed)) as Row[];
  return rows.map(({ tree_id, leaf_index, found_at }) => ({
    treeId: tree_id,
    leafIndex: Number(leaf_index),
    foundAt: found_at.toISOString(),
  }));
}
