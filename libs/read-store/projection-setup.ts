import { checkpoints, type Checkpoint } from './checkpoint';
import type { Database, Transaction } from './database';
import { contextOf, physicalTable, type Projection } from './projection';

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

/** Readers see this version from the end of the transaction on; older versions are dropped. */
export async function switchIn(tx: Transaction, projection: Projection): Promise<void> {
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
    await tx.raw(`drop view if exists read.${name}; create view read.${name} as select * from ${physicalTable(projection, name)}`);
  }
}
