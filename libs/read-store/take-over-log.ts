import type { EventStore } from '@pps/event-store';
import { checkpoints, ForeignCheckpoint, type Checkpoint } from './checkpoint.store';
import type { Database, Transaction } from './database';
import type { Projection } from './projection';
import { dropBuild, lockProjection } from './set-up-projection';

export interface LogMove {
  /** Ids of the log that the checkpoints were made on and of its copy, from which they are to be continued. */
  readonly logId: string;
  readonly copyId: string;
  /** The position in the copy at which everything up to this one has been handled, and nothing after it. */
  readonly upTo: (position: bigint) => bigint;
  /** Where the event at this position stands in the copy. */
  readonly counterpart: (position: bigint) => bigint;
}

/** Positions of the log that must hold in its copy, too: of processes, and of facts that are skipped. */
export async function positionsToTakeOver(db: Database): Promise<bigint[]> {
  const processes = await checkpoints.all(db, 'process');
  const skipped: string[] = await db('read_store.skipped_fact').pluck('position');
  return [...processes.map(({ position }) => position), ...skipped.map(BigInt)];
}

/** Whether the checkpoints are of this log as far as its head, or of its copy already. Throws `ForeignCheckpoint` for those of neither. */
export async function checkpointsAreOf(
  db: Database | Transaction,
  { logId, copyId }: Pick<LogMove, 'logId' | 'copyId'>,
  store: Pick<EventStore, 'head'>,
): Promise<'log' | 'copy'> {
  const known = [...(await checkpoints.all(db, 'projection')), ...(await checkpoints.all(db, 'process'))];
  if (known.length > 0 && known.every(({ storeId }) => storeId === copyId)) return 'copy';
  const head = await store.head();
  for (const checkpoint of known) checkpoints.verify(checkpoint, logId, head);
  return 'log';
}

/**
 * Makes processes continue in the copy of a log exactly where they have come to, and has the projector build all read models from the copy: their tables
 * and checkpoints are dropped. Nobody may run on them. Throws `ForeignCheckpoint` for a process of another log.
 */
export async function takeOverLog(tx: Transaction, projections: readonly Projection[], move: LogMove): Promise<void> {
  for (const checkpoint of await checkpoints.all(tx, 'process')) await moveProcess(tx, checkpoint, move);
  const skipped: string[] = await tx('read_store.skipped_fact').distinct().pluck('position');
  // By way of negative numbers, so that no two facts of a projection are at one position meanwhile.
  for (const position of skipped.map(BigInt)) await moveSkipped(tx, position, -2n - move.counterpart(position));
  await tx.raw('update read_store.skipped_fact set position = -2 - position where position < -1');
  for (const build of await checkpoints.all(tx, 'projection')) {
    const { tables = [] } = projections.find(({ name }) => name === build.name) ?? {};
    await lockProjection(tx, build.name);
    await dropBuild(tx, { tables }, build);
  }
}

const moveSkipped = (tx: Transaction, from: bigint, to: bigint) =>
  tx('read_store.skipped_fact').where({ position: from.toString() }).update({ position: to.toString() });

async function moveProcess(
  tx: Transaction,
  { name, version, storeId, position }: Checkpoint,
  { logId, copyId, upTo }: LogMove,
): Promise<void> {
  if (storeId !== logId) throw new ForeignCheckpoint(`checkpoint ${name} v${version} was made on another event store (${storeId})`);
  await tx('read_store.checkpoint')
    .where({ kind: 'process', name, version })
    .update({ store_id: copyId, position: upTo(position).toString() });
}
