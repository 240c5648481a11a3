import type { Clock } from '@pps/kernel';
import type { Database } from '@pps/read-store';
import type { Vault } from '@pps/vault';
import { createHash } from 'node:crypto';
import { perfectNodesOf } from '../tree/leaf-range';
import { joinNodes, perfectRoot } from '../tree/node-hash';
import { rootAt } from '../tree/open-proofs';
import { checkpointText, operatorLeaf, operatorText, type SignedTree } from './checkpoint-text';
import { readOperatorCheckpoint } from './checkpoints.store';
import { readSigningKey, type SigningKey } from './signing-keys.store';

export interface SigningDeps {
  readonly db: Database;
  readonly vault: Vault;
  readonly clock: Clock;
}

const treesAtOnce = 200;

/**
 * Signs every tree that has grown since its newest checkpoint, and then one operator checkpoint over all trees. Returns how many trees it signed.
 * Stopped at any moment, the next round goes on; two at once sign the same roots, and one of them fails at the operator checkpoint.
 */
export async function signCheckpoints({ db, vault, clock }: SigningDeps, signal?: AbortSignal): Promise<number> {
  let signed = 0;
  let key: SigningKey | undefined;
  const before = await readOperatorCheckpoint(db);
  const number = (before?.number ?? 0) + 1;
  for (let after: string | null = '00000000-0000-0000-0000-000000000000'; after !== null && !signal?.aborted;) {
    const grown = await readGrownTrees(db, after);
    after = grown.length < treesAtOnce ? null : (grown.at(-1)?.treeId ?? null);
    if (grown.length === 0) break;
    key ??= await readSigningKey(db, vault, clock());
    await signTrees(db, grown, key, { number, at: clock() });
    signed += grown.length;
  }
  if (!signal?.aborted && (await hasUncovered(db, number))) {
    key ??= await readSigningKey(db, vault, clock());
    await signAll(db, number, before && createHash('sha256').update(operatorText(before)).digest(), key, clock());
  }
  return signed;
}

/** The newest checkpoints that the operator checkpoint of that number covers, in order of their trees. */
export async function coveredCheckpoints(db: Database, number: number): Promise<SignedTree[]> {
  const { rows } = await db.raw<{ rows: { tree_id: string; size: string; root_hash: Buffer }[] }>(
    `select newest.* from audit.tree cross join lateral (
       select tree_id, size, root_hash from audit.checkpoint
       where tree_id = tree.tree_id and operator_number <= ? order by size desc limit 1) as newest
     order by tree_id`,
    [number],
  );
  return rows.map(({ tree_id, size, root_hash }) => ({ treeId: tree_id, size: Number(size), root: root_hash }));
}

async function readGrownTrees(db: Database, after: string): Promise<{ treeId: string; size: number }[]> {
  const { rows } = await db.raw<{ rows: { tree_id: string; size: string }[] }>(
    'select tree_id, size from audit.tree where tree_id > ? and size > signed_size order by tree_id limit ?',
    [after, treesAtOnce],
  );
  return rows.map(({ tree_id, size }) => ({ treeId: tree_id, size: Number(size) }));
}

async function signTrees(
  db: Database,
  grown: readonly { readonly treeId: string; readonly size: number }[],
  key: SigningKey,
  { number, at }: { readonly number: number; readonly at: Date },
): Promise<void> {
  const rows: object[] = [];
  for (const { treeId, size } of grown) {
    const root = await rootAt(db, treeId, size);
    const signature = key.sign(checkpointText({ treeId, size, root }));
    rows.push({ tree_id: treeId, size, root_hash: root, signed_at: at, key_id: key.keyId, signature, operator_number: number });
  }
  await db.transaction(async (tx) => {
    await tx('audit.checkpoint').insert(rows).onConflict().ignore();
    await tx.raw(
      `update audit.tree set signed_size = greatest(signed_size, signed.size)
       from unnest(?::uuid[], ?::bigint[]) as signed (tree_id, size) where tree.tree_id = signed.tree_id`,
      [grown.map(({ treeId }) => treeId), grown.map(({ size }) => size)],
    );
  });
}

/** Also after a round that ended before its operator checkpoint. */
async function hasUncovered(db: Database, number: number): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>('select 1 from audit.checkpoint where operator_number >= ? limit 1', [number]);
  return rows.length > 0;
}

async function signAll(db: Database, number: number, previous: Buffer | null, key: SigningKey, at: Date): Promise<void> {
  const covered = await coveredCheckpoints(db, number);
  const root = rootOfLeaves(covered.map(operatorLeaf));
  const statement = { number, trees: covered.length, root, previous };
  const signed = { signed_at: at, key_id: key.keyId, signature: key.sign(operatorText(statement)) };
  await db('audit.operator_checkpoint').insert({ number, trees: covered.length, root_hash: root, previous_hash: previous, ...signed });
}

/** The root of RFC 9162 over leaves that are all at hand. */
export const rootOfLeaves = (leaves: readonly Buffer[]): Buffer =>
  joinNodes(
    perfectNodesOf({ start: 0, end: leaves.length }).map(({ level, index }) =>
      perfectRoot(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)),
    ),
  );
