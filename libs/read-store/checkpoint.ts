import type { Database, Transaction } from './database';

export type Kind = 'projection' | 'process';

export interface Checkpoint {
  readonly name: string;
  readonly version: number;
  readonly storeId: string;
  /** −1 before the first event. */
  readonly position: bigint;
  readonly serving: boolean;
  readonly stoppedError: string | null;
  readonly state: unknown;
  readonly updatedAt: Date;
}

interface Row {
  name: string;
  version: number;
  store_id: string;
  position: string;
  serving: boolean;
  stopped_error: string | null;
  state: unknown;
  updated_at: Date;
}

const fromRow = (row: Row): Checkpoint => ({
  name: row.name,
  version: row.version,
  storeId: row.store_id,
  position: BigInt(row.position),
  serving: row.serving,
  stoppedError: row.stopped_error,
  state: row.state,
  updatedAt: row.updated_at,
});

/** A checkpoint of another store, or ahead of this one's head, means that log and read models do not belong together. */
export class ForeignCheckpoint extends Error {
  override readonly name = 'ForeignCheckpoint';
}

export const checkpoints = {
  async all(db: Database | Transaction, kind: Kind): Promise<Checkpoint[]> {
    const rows = (await db('service.checkpoint').where({ kind }).select('*')) as Row[];
    return rows.map(fromRow);
  },

  /** The checkpoint's row, made at `position` when it is new; locked until the transaction ends. */
  async lock(
    tx: Transaction,
    kind: Kind,
    name: string,
    version: number,
    storeId: string,
    position = -1n,
    serving = true,
  ): Promise<Checkpoint> {
    await tx('service.checkpoint')
      .insert({ kind, name, version, store_id: storeId, position: position.toString(), serving })
      .onConflict(['kind', 'name', 'version'])
      .ignore();
    const row = (await tx('service.checkpoint').where({ kind, name, version }).forUpdate().first('*')) as Row;
    return fromRow(row);
  },

  /** Throws `ForeignCheckpoint` unless the checkpoint was made on this store and is not ahead of its head. */
  verify(checkpoint: Checkpoint, storeId: string, head: bigint): void {
    if (checkpoint.storeId !== storeId) {
      throw new ForeignCheckpoint(
        `checkpoint ${checkpoint.name} v${checkpoint.version} was made on another event store (${checkpoint.storeId})`,
      );
    }
    if (checkpoint.position > head) {
      throw new ForeignCheckpoint(
        `checkpoint ${checkpoint.name} v${checkpoint.version} stands at ${checkpoint.position}, ahead of the event store's head ${head}`,
      );
    }
  },
};
