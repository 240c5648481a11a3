import type { EventStore } from '@pps/event-store';
import { checkpoints, ForeignCheckpoint, type Checkpoint, type CheckpointKind } from './checkpoint.store';
import type { Database } from './database';

/**
 * Throws `ForeignCheckpoint` for the first checkpoint that does not belong to this log as far as `head`, which must have been read after
 * the checkpoints. One that is ahead is marked first: the log will grow past it with other facts than those it stands for.
 */
export async function refuseForeignCheckpoints(
  db: Database,
  kind: CheckpointKind,
  known: readonly Checkpoint[],
  storeId: string,
  head: bigint,
): Promise<void> {
  for (const checkpoint of known) {
    try {
      checkpoints.verify(checkpoint, storeId, head);
    } catch (error) {
      const isNew = checkpoint.storeId === storeId && checkpoint.refused === null;
      if (error instanceof ForeignCheckpoint && isNew) await markRefused(db, kind, checkpoint, error.message);
      throw error;
    }
  }
}

/** The same for every projection and process there is; a log is only asked when there are any. Throws `StoreUnavailable` when it does not answer. */
export async function refuseForeignLog(db: Database, store: Pick<EventStore, 'head' | 'identity'>): Promise<void> {
  const [projections, processes] = [await checkpoints.all(db, 'projection'), await checkpoints.all(db, 'process')];
  if (projections.length + processes.length === 0) return;
  const storeId = await store.identity();
  // After the checkpoints: they may move meanwhile.
  const head = await store.head();
  await refuseForeignCheckpoints(db, 'projection', projections, storeId, head);
  await refuseForeignCheckpoints(db, 'process', processes, storeId, head);
}

const markRefused = async (
  db: Database,
  kind: CheckpointKind,
  { name, version, build, storeId, position }: Checkpoint,
  why: string,
): Promise<void> =>
  void (await db('read_store.checkpoint')
    .where({ kind, name, version, build, store_id: storeId, position: position.toString() })
    .update({ refused: why }));
