import { checkpoints, type Checkpoint } from './checkpoint.store';
import type { Database, Transaction } from './database';
import { contextOf, physicalTable, type Projection } from './projection';
import { guardViews, pointViews } from './point-views';
import { dropRemovals } from './removals.store';

/**
 * Makes the projection's tables and checkpoint where they are missing. A first version serves at once; a later one only after the switch.
 * Null when a newer version serves: older code that still runs must not bring the old version back.
 */
export async function setUpProjection(db: Database, projection: Projection, storeId: string): Promise<Checkpoint | null> {
  return db.transaction(async (tx) => {
    await lockProjection(tx, projection.name);
    const known = await checkpoints.of(tx, projection.name);
    const present = known.find((checkpoint) => checkpoint.version === projection.version);
    if (present) {
      if (present.serving) await guardUnlessRead(tx, projection, present.build);
      return present;
    }
    if (known.some((checkpoint) => checkpoint.serving && checkpoint.version > projection.version)) return null;
    await projection.create(contextOf(projection, tx));
    const serving = known.length === 0;
    const made = await checkpoints.lock(tx, 'projection', projection.name, projection.version, storeId, -1n, serving);
    await row(tx, made).update({ tables: [...projection.tables] });
    if (serving) await pointViews(tx, projection, 1);
    return made;
  });
}

/** Waits at most 300 ms for analysts who read a view at this moment; the next start tries again. */
async function guardUnlessRead(tx: Transaction, projection: Projection, build: number): Promise<void> {
  const guard = tx.transaction(async (attempt) => {
    await attempt.raw(`set local lock_timeout = '300ms'`);
    await guardViews(attempt, projection, build);
  });
  await guard.catch((error: unknown) => {
    if ((error as { code?: string }).code !== '55P03') throw error;
  });
}

/** The same for all of them, so that readers find their views before the first fact is projected. */
export async function setUpProjections(db: Database, projections: readonly Projection[], storeId: string): Promise<void> {
  for (const projection of projections) await setUpProjection(db, projection, storeId);
}

/** A lock until the transaction ends: nobody else makes, switches or drops builds of the projection. */
export const lockProjection = async (tx: Transaction, name: string): Promise<void> =>
  void (await tx.raw('select pg_advisory_xact_lock(hashtext(?))', [`projection:${name}`]));

/**
 * Makes this build the one that serves, at the end of the transaction, and drops all others but newer ones. Throws (SQL state 55P03) when readers
 * hold the views for longer than 300 ms: the switch is tried again, so that no reader fails by a deadlock with it. False when the build that
 * serves is further on and has not stopped: readers must not go back in time.
 */
export async function switchToBuild(tx: Transaction, projection: Projection, build = 1): Promise<boolean> {
  await tx.raw(`set local lock_timeout = '300ms'`);
  await lockProjection(tx, projection.name);
  // Locked before the views and tables, in the order of those who write rows.
  const known = await checkpoints.of(tx, projection.name, 'for update');
  const mine = known.find((checkpoint) => checkpoint.version === projection.version && checkpoint.build === build);
  if (!mine || mine.serving) return true;
  const serving = known.find((checkpoint) => checkpoint.serving);
  if (serving && serving.stoppedError === null && serving.position > mine.position) return false;
  await pointViews(tx, projection, build);
  const isNewer = ({ version, build: other }: Checkpoint) =>
    version > projection.version || (version === projection.version && other > build);
  for (const old of known.filter((checkpoint) => checkpoint !== mine && (checkpoint.serving || !isNewer(checkpoint)))) {
    await dropBuild(tx, projection, old);
  }
  await row(tx, mine).update({ serving: true, finding: null });
  return true;
}

/** Drops the tables and the checkpoint of a build that does not serve any more. */
export async function dropBuild(tx: Transaction, projection: Pick<Projection, 'tables'>, old: Checkpoint): Promise<void> {
  for (const name of old.tables ?? projection.tables) await tx.raw(`drop table if exists ${physicalTable(old, name, old.build)} cascade`);
  await dropRemovals(tx, { projection: old, build: old.build });
  await row(tx, old).delete();
}

const row = (tx: Transaction, { name, version, build }: Checkpoint) =>
  tx('read_store.checkpoint').where({ kind: 'projection', name, version, build });
