import { checkpoints, type Checkpoint } from './checkpoint.store';
import type { Database, Transaction } from './database';
import { contextOf, physicalTable, type Projection } from './projection';
import { pointViews } from './projection-views';

/**
 * Makes the projection's tables and checkpoint where they are missing. A first version serves at once; a later one only when it is switched
 * in. Null when a newer version serves: whoever still runs older code must not bring that back.
 */
export async function setUp(db: Database, projection: Projection, storeId: string): Promise<Checkpoint | null> {
  return db.transaction(async (tx) => {
    await lockName(tx, projection.name);
    const known = await checkpoints.of(tx, projection.name);
    const present = known.find((checkpoint) => checkpoint.version === projection.version);
    if (present) return present;
    if (known.some((checkpoint) => checkpoint.serving && checkpoint.version > projection.version)) return null;
    await projection.create(contextOf(projection, tx));
    const serving = known.length === 0;
    const made = await checkpoints.lock(tx, 'projection', projection.name, projection.version, storeId, -1n, serving);
    await row(tx, made).update({ tables: [...projection.tables] });
    if (serving) await pointViews(tx, projection, 1);
    return made;
  });
}

/** Makes what is missing of all of them, so that readers find their views before the first event is taken in. */
export async function setUpAll(db: Database, projections: readonly Projection[], storeId: string): Promise<void> {
  for (const projection of projections) await setUp(db, projection, storeId);
}

/** Until the transaction ends nobody else makes, switches or drops builds of the projection. */
export const lockName = async (tx: Transaction, name: string): Promise<void> =>
  void (await tx.raw('select pg_advisory_xact_lock(hashtext(?))', [`projection:${name}`]));

/**
 * Readers see this build from the end of the transaction on; the others are dropped, but for newer ones. Throws (SQL state 55P03) when readers
 * hold the views for longer than 300 ms: no reader may be ended by a deadlock with a switch, so the switch is tried again. False when the
 * build that serves has come further, unless that one has stopped: readers must not go back.
 */
export async function switchIn(tx: Transaction, projection: Projection, build = 1): Promise<boolean> {
  await tx.raw(`set local lock_timeout = '300ms'`);
  await lockName(tx, projection.name);
  // Before the views and tables, as those who write rows do.
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
export async function dropBuild(tx: Transaction, projection: Projection, old: Checkpoint): Promise<void> {
  for (const name of old.tables ?? projection.tables) await tx.raw(`drop table if exists ${physicalTable(old, name, old.build)} cascade`);
  await row(tx, old).delete();
}

const row = (tx: Transaction, { name, version, build }: Checkpoint) =>
  tx('read_store.checkpoint').where({ kind: 'projection', name, version, build });
