import type { Database, Transaction } from './database';

/** What the rows to be removed belong to. */
export interface RemovedOwner {
  readonly owner: string;
  /** Rows of this epoch and of later ones stay. */
  readonly beforeEpoch: number;
}

/** All rows of an owner that has no epochs. */
export const everyEpoch = 2_147_483_647;

/** Rows that one transaction removes at most, so that it takes some ten milliseconds and nothing waits for longer. */
export const rowsPerPortion = 1_000;

interface BuildKey {
  readonly projection: { readonly name: string; readonly version: number };
  readonly build: number;
}

/** Notes in the transaction of a fact that more rows are to be removed than it should wait for. */
export const askRemoval = async (tx: Transaction, { projection, build }: BuildKey, { owner, beforeEpoch }: RemovedOwner): Promise<void> =>
  void (await tx.raw(
    `insert into read_store.removal as known (projection, version, build, owner, before_epoch) values (?, ?, ?, ?, ?)
     on conflict (projection, version, build, owner) do update set before_epoch = greatest(known.before_epoch, excluded.before_epoch)`,
    [projection.name, projection.version, build, owner, beforeEpoch],
  ));

/** The builds that have something to remove: name, version and build of each, in one string. */
export async function buildsWithRemovals(db: Database): Promise<ReadonlySet<string>> {
  const { rows } = await db.raw<{ rows: { key: string }[] }>(
    `select distinct projection || ' ' || version || ' ' || build as key from read_store.removal`,
  );
  return new Set(rows.map(({ key }) => key));
}

/** What a build has to remove, the longest waiting first. */
export async function openRemovals(db: Database | Transaction, { projection, build }: BuildKey): Promise<RemovedOwner[]> {
  const rows = (await ofBuild(db, { projection, build }).orderBy('asked_at').select('owner', 'before_epoch')) as {
    owner: string;
    before_epoch: number;
  }[];
  return rows.map(({ owner, before_epoch }) => ({ owner, beforeEpoch: before_epoch }));
}

/** Nothing is left to be removed of this owner. */
export const endRemoval = async (tx: Transaction, build: BuildKey, { owner, beforeEpoch }: RemovedOwner): Promise<void> =>
  void (await ofBuild(tx, build).where({ owner }).andWhere('before_epoch', '<=', beforeEpoch).delete());

/** Whether rows of one of these owners are still to be removed from a read model, by whatever build of it. */
export async function isRemoving(db: Database, owners: readonly string[]): Promise<boolean> {
  const row: unknown = await db('read_store.removal')
    .whereIn('owner', [...owners])
    .first('owner');
  return row !== undefined;
}

/** Forgets what a build that is dropped had to remove. */
export const dropRemovals = async (tx: Transaction, build: BuildKey): Promise<void> => void (await ofBuild(tx, build).delete());

/** SQL that is true for a row of a projection that is being removed, given SQL expressions of its owner and its epoch. */
export const isBeingRemoved = (projection: string, owner: string, epoch: string): string =>
  `exists (select 1 from read_store.removal removal
     where removal.projection = '${projection}' and removal.owner = ${owner} and ${epoch} < removal.before_epoch)`;

const ofBuild = (db: Database | Transaction, { projection, build }: BuildKey) =>
  db('read_store.removal').where({ projection: projection.name, version: projection.version, build });
