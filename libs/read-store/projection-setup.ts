import { checkpoints, type Checkpoint } from './checkpoint';
import type { Database, Transaction } from './database';
import { contextOf, physicalTable, type Projection } from './projection';

const invalidTableDefinition = '42P16';

/** Makes the projection's tables and checkpoint where they are missing. A first version serves at once; a later one only when it is switched in. */
export async function setUp(db: Database, projection: Projection, storeId: string): Promise<Checkpoint> {
  return db.transaction(async (tx) => {
    await tx.raw('select pg_advisory_xact_lock(hashtext(?))', [`projection:${projection.name}`]);
    const known = await checkpoints.all(tx, 'projection');
    const mine = known.filter((checkpoint) => checkpoint.name === projection.name);
    const present = mine.find((checkpoint) => checkpoint.version === projection.version);
    if (present) return present;
    await projection.create(contextOf(projection, tx));
    const serving = mine.length === 0;
    const made = await checkpoints.lock(tx, 'projection', projection.name, projection.version, storeId, -1n, serving);
    if (serving) await pointViews(tx, projection);
    return made;
  });
}

/** Makes what is missing of all of them, so that readers find their views before the first event is taken in. */
export async function setUpAll(db: Database, projections: readonly Projection[], storeId: string): Promise<void> {
  for (const projection of projections) await setUp(db, projection, storeId);
}

/**
 * Readers see this version from the end of the transaction on; the others are dropped. Throws (SQL state 55P03) when readers hold the views for
 * longer than 300 ms: no reader may be ended by a deadlock with a switch, so the switch is tried again.
 */
export async function switchIn(tx: Transaction, projection: Projection): Promise<void> {
  await tx.raw(`set local lock_timeout = '300ms'`);
  await pointViews(tx, projection);
  const older = (await checkpoints.all(tx, 'projection')).filter(
    (checkpoint) => checkpoint.name === projection.name && checkpoint.version !== projection.version,
  );
  for (const { version } of older) {
    for (const name of projection.tables) await tx.raw(`drop table if exists ${physicalTable({ ...projection, version }, name)} cascade`);
    await tx('service.checkpoint').where({ kind: 'projection', name: projection.name, version }).delete();
  }
  await tx('service.checkpoint')
    .where({ kind: 'projection', name: projection.name, version: projection.version })
    .update({ serving: true });
}

async function pointViews(tx: Transaction, projection: Projection): Promise<void> {
  for (const name of projection.tables) {
    const view = `view read.${name} as select * from ${physicalTable(projection, name)}`;
    // Replacing keeps what was granted on the view and what is built on it, but cannot take columns away.
    await tx
      .transaction((attempt) => attempt.raw(`create or replace ${view}`))
      .catch(async (error: unknown) => {
        if ((error as { code?: string }).code !== invalidTableDefinition) throw error;
        await tx.raw(`drop view read.${name}; create ${view}`);
      });
  }
}
