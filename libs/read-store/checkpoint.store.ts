import type { Database, Transaction } from './database';

export type CheckpointKind = 'projection' | 'process';

/** What a build does when it has come as far as the one that serves. */
export type OnReaching = 'switch' | 'switch_even_if_different' | 'keep';

export interface StoppedFact {
  readonly position: string;
  readonly id: string;
  readonly type: string;
  readonly stream: string;
}

export interface Checkpoint {
  readonly name: string;
  readonly version: number;
  /** Which build of the version: a rebuild makes another one beside it. */
  readonly build: number;
  readonly storeId: string;
  /** −1 before the first event. */
  readonly position: bigint;
  readonly serving: boolean;
  readonly onReaching: OnReaching;
  /** What the comparison with the build that serves has found; null before it. */
  readonly finding: string | null;
  readonly stoppedError: string | null;
  /** The poison fact that a stopped projection stopped at. */
  readonly stoppedFact: StoppedFact | null;
  /** Why nobody may continue from this checkpoint: it was once ahead of the log. */
  readonly refused: string | null;
  readonly state: unknown;
  readonly updatedAt: Date;
  /** Every fact stored before this moment has been handled; only for projections. */
  readonly caughtUpAt: Date;
  /** The tables it was made with; null where an older release did not store them. */
  readonly tables: readonly string[] | null;
}

interface Row {
  name: string;
  version: number;
  build: number;
  store_id: string;
  position: string;
  serving: boolean;
  on_reaching: OnReaching;
  finding: string | null;
  stopped_error: string | null;
  stopped_fact: StoppedFact | null;
  refused: string | null;
  state: unknown;
  updated_at: Date;
  level_at: Date;
  tables: string[] | null;
}

const fromRow = (row: Row): Checkpoint => ({
  name: row.name,
  version: row.version,
  build: row.build,
  storeId: row.store_id,
  position: BigInt(row.position),
  serving: row.serving,
  onReaching: row.on_reaching,
  finding: row.finding,
  stoppedError: row.stopped_error,
  stoppedFact: row.stopped_fact,
  refused: row.refused,
  state: row.state,
  updatedAt: row.updated_at,
  caughtUpAt: row.level_at,
  tables: row.tables,
});

/** A checkpoint of another store, or ahead of this one's head, means that log and read models do not belong together. */
export class ForeignCheckpoint extends Error {
  override readonly name = 'ForeignCheckpoint';
}

/** SQL that is true where the builds of these projections that serve stand at one position of the log. */
export const standAtOnePosition = (...names: readonly string[]): string =>
  `(select count(distinct position) from read_store.checkpoint
    where kind = 'projection' and serving and name in (${names.map((name) => `'${name}'`).join(', ')})) = 1`;

export const checkpoints = {
  /** Every checkpoint of the kind, by name, then version, then build. */
  async all(db: Database | Transaction, kind: CheckpointKind): Promise<Checkpoint[]> {
    const rows = await db('read_store.checkpoint').where({ kind }).orderBy(['name', 'version', 'build']).select('*');
    return (rows as Row[]).map(fromRow);
  },

  /** Every build of a projection, in the order in which everybody locks them. */
  async buildsOf(tx: Transaction, name: string, locking?: 'for update'): Promise<Checkpoint[]> {
    const rows = tx('read_store.checkpoint').where({ kind: 'projection', name }).orderBy(['version', 'build']).select('*');
    return ((await (locking ? rows.forUpdate() : rows)) as Row[]).map(fromRow);
  },

  /** The checkpoint's row (of the first build), made at `position` when it is new; locked until the transaction ends. */
  async lock(
    tx: Transaction,
    kind: CheckpointKind,
    name: string,
    version: number,
    storeId: string,
    position = -1n,
    serving = true,
  ): Promise<Checkpoint> {
    await tx('read_store.checkpoint')
      .insert({ kind, name, version, store_id: storeId, position: position.toString(), serving })
      .onConflict(['kind', 'name', 'version', 'build'])
      .ignore();
    const row = (await tx('read_store.checkpoint').where({ kind, name, version, build: 1 }).forUpdate().first('*')) as Row;
    return fromRow(row);
  },

  /** Keeps everybody else from moving, making or removing a checkpoint until the transaction ends. */
  async holdAll(tx: Transaction): Promise<void> {
    await tx.raw('lock table read_store.checkpoint in exclusive mode');
  },

  /** Throws `ForeignCheckpoint` unless the checkpoint was made on this store and neither is nor was ahead of its head. */
  verify(checkpoint: Checkpoint, storeId: string, head: bigint): void {
    if (checkpoint.storeId !== storeId) {
      throw new ForeignCheckpoint(
        `checkpoint ${checkpoint.name} v${checkpoint.version} was made on another event store (${checkpoint.storeId})`,
      );
    }
    if (checkpoint.refused !== null) throw new ForeignCheckpoint(`${checkpoint.refused}, when it was first refused`);
    if (checkpoint.position > head) {
      throw new ForeignCheckpoint(
        `checkpoint ${checkpoint.name} v${checkpoint.version} stands at ${checkpoint.position}, ahead of the event store's head ${head}`,
      );
    }
  },
};
