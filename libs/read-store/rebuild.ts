import { checkpoints, type Checkpoint, type OnReaching } from './checkpoint.store';
import type { Database } from './database';
import { contextOf, type Projection } from './projection';
import { dropBuild, lockProjection } from './set-up-projection';

/**
 * Makes an empty build of this version beside what there is; a running projector begins to feed it within a second. A build that an earlier
 * call left unfinished is dropped; one of another version belongs to another release and stays. Throws when the projection was never set up.
 */
export async function beginRebuild(db: Database, projection: Projection, onReaching: OnReaching = 'switch'): Promise<Checkpoint> {
  return db.transaction(async (tx) => {
    await lockProjection(tx, projection.name);
    const known = await checkpoints.buildsOf(tx, projection.name, 'for update');
    const serving = known.find((checkpoint) => checkpoint.serving);
    if (!serving) throw new Error(`the projection ${projection.name} has not been set up: start a projector first`);
    const { name, version, tables } = projection;
    const unfinished = known.filter((checkpoint) => !checkpoint.serving && checkpoint.version === version);
    for (const earlier of unfinished) await dropBuild(tx, projection, earlier);
    // A number is never used twice: a projector may not have noticed yet that an earlier build is gone.
    const { rows } = await tx.raw<{ rows: { build: number }[] }>(`select nextval('read_store.projection_build')::int as build`);
    const build = rows[0]?.build ?? 0;
    await projection.create(contextOf(projection, tx, build));
    const row = { kind: 'projection', name, version, build, store_id: serving.storeId, position: '-1', serving: false };
    await tx('read_store.checkpoint').insert({ ...row, on_reaching: onReaching, tables: [...tables] });
    const made = (await checkpoints.buildsOf(tx, name)).find((checkpoint) => checkpoint.version === version && checkpoint.build === build);
    if (!made) throw new Error(`the build of ${name} is gone again`);
    return made;
  });
}

/** Drops a build that does not serve; does nothing when it serves by now. */
export async function discardBuild(
  db: Database,
  projection: Projection,
  { version, build }: Pick<Checkpoint, 'version' | 'build'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockProjection(tx, projection.name);
    const known = await checkpoints.buildsOf(tx, projection.name, 'for update');
    const doomed = known.find((checkpoint) => checkpoint.version === version && checkpoint.build === build && !checkpoint.serving);
    if (doomed) await dropBuild(tx, projection, doomed);
  });
}
