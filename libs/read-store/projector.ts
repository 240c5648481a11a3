import { linkAbort, mapLimited, pause } from '@pps/concurrency';
import { setMaxListeners } from 'node:events';
import { catchUp, followTogether, type CaughtUpGroup } from './catch-up';
import { checkpoints, type Checkpoint } from './checkpoint.store';
import type { Database } from './database';
import { isDatabaseUnavailable } from './is-database-unavailable';
import { removeBehind } from './remove-behind';
import { CommitsLost } from './commits-lost';
import { buildKeyOf, type RunningBuild } from './project-batch';
import type { Projection } from './projection';
import type { ProjectorOptions } from './projector-options';
import { setUpProjection } from './set-up-projection';
import { refuseForeignCheckpoints } from './refuse-foreign';
import { settleBuild } from './settle-build';

const pollEveryMs = 1_000;
const quietPollEveryMs = 5_000;
const setUpAtOnce = 3;

/**
 * Keeps every build of every projection up to date until `signal` aborts. Builds that have caught up share one transaction per batch; one that is
 * behind (new, rebuilt, retried) follows alone until it has caught up. An operator's command is noticed within a second. Throws
 * `ForeignCheckpoint` at the start, and `CommitsLost` when the database has lost confirmed commits; started again, it continues from the stored
 * checkpoints.
 */
export async function runProjector(options: ProjectorOptions): Promise<void> {
  const { db, store, projections, beside = [], ownLog, signal, log } = options;
  const storeId = await store.identity();
  await mapLimited(setUpAtOnce, projections, async (projection) => {
    const present = await setUpProjection(db, projection, storeId);
    if (!present)
      log('warn', `a newer version of the projection ${projection.name} serves; version ${projection.version} is not brought back`);
  });
  const all = await buildsOf(db, [...projections, ...beside]);
  // After the checkpoints: another projector may move them.
  const head = await store.head();
  const known = all.map(({ checkpoint }) => checkpoint);
  await refuseForeignCheckpoints(db, 'projection', known, storeId, head);
  const builds = all.filter(({ projection }) => projections.includes(projection));

  const running = linkAbort(signal);
  // Every build may wait on it; Node would take more than ten for a leak.
  setMaxListeners(0, running.signal);
  const shared = { ...options, signal: running.signal };
  const members = new Map<string, RunningBuild>();
  const tasks = new Set<Promise<void>>();
  let failure: { readonly error: unknown } | undefined;
  // When one fails all are stopped: a restart must not meet tasks that still run.
  const run = (work: Promise<void>) => {
    const task: Promise<void> = work
      .catch((error: unknown) => {
        failure ??= { error };
        running.abort();
      })
      .finally(() => tasks.delete(task));
    tasks.add(task);
  };

  const caughtUp = builds
    .filter(({ checkpoint }) => checkpoint.serving && checkpoint.stoppedError === null)
    .map((build) => runningBuildOf(build, ownLog));
  const front = caughtUp.length === 0 ? head : caughtUp.reduce((max, { position }) => (position > max ? position : max), -1n);
  const group: CaughtUpGroup = { begun: front, members: caughtUp.filter(({ position }) => position === front) };
  const admit = (member: RunningBuild, asOf: bigint) => {
    members.set(buildKeyOf(member), member);
    run(catchUpAndSettle(shared, member, group, member.serving ? -1n : asOf));
  };
  for (const member of group.members) members.set(buildKeyOf(member), member);
  run(followTogether(shared, front, group, (member) => admit(member, -1n)));
  run(supervise(shared, storeId, members, admit));
  run(removeBehind(shared, members));

  while (tasks.size > 0) await Promise.all(tasks);
  running.release();
  if (failure) throw failure.error;
  signal.throwIfAborted();
}

interface KnownBuild {
  readonly projection: Projection;
  readonly checkpoint: Checkpoint;
}

/** The builds of the versions that this process has the code of. */
async function buildsOf(db: Database, projections: readonly Projection[]): Promise<KnownBuild[]> {
  const known = await checkpoints.all(db, 'projection');
  return known.flatMap((checkpoint) => {
    const projection = projections.find(({ name, version }) => name === checkpoint.name && version === checkpoint.version);
    return projection ? [{ projection, checkpoint }] : [];
  });
}

const runningBuildOf = (
  { projection, checkpoint: { build, position, serving } }: KnownBuild,
  ownLog: ProjectorOptions['ownLog'],
): RunningBuild => ({
  projection,
  build,
  ownLog,
  position,
  serving,
});

async function catchUpAndSettle(options: ProjectorOptions, member: RunningBuild, group: CaughtUpGroup, head: bigint): Promise<void> {
  await catchUp(options, member, group, head);
  if (member.stopped) options.log('error', `projection ${member.projection.name} stopped at a fact that it cannot take`, member.stopped);
  else if (!member.serving) await settleBuild(options, member);
}

/** On an idle log no batch would notice that commits were lost. */
function refuseLosses(present: readonly KnownBuild[], committed: ReadonlyMap<string, bigint>): void {
  for (const { projection, checkpoint } of present) {
    const before = committed.get(buildKeyOf({ projection, build: checkpoint.build })) ?? -1n;
    if (checkpoint.position >= before) continue;
    throw new CommitsLost(`${projection.name} stands at ${checkpoint.position} after ${before} had been committed`);
  }
}

/** Polls every second, and every five while nothing is written, for builds to begin, to resume or to drop, and for commits that the database has lost. */
async function supervise(
  options: ProjectorOptions,
  storeId: string,
  members: Map<string, RunningBuild>,
  admit: (member: RunningBuild, head: bigint) => void,
): Promise<void> {
  const { db, store, projections, signal, log } = options;
  const readHead = noteCaughtUp(
    db,
    [true, false].map((isFirst) => projections.map(({ name }) => name).filter((name) => (options.first?.has(name) ?? true) === isFirst)),
    () => store.head(),
  );
  let seen = -1n;
  while (!signal.aborted) {
    let isQuiet = false;
    try {
      // Read before the rows: a commit meanwhile moves both.
      const committed = new Map([...members].map(([key, { position }]) => [key, position]));
      const present = await buildsOf(db, projections);
      refuseLosses(present, committed);
      const head = await readHead();
      [isQuiet, seen] = [head === seen, head];
      const keys = new Set(present.map(({ projection, checkpoint }) => buildKeyOf({ projection, build: checkpoint.build })));
      for (const [key, member] of members) {
        if (keys.has(key)) continue;
        member.gone = true;
        members.delete(key);
      }
      for (const build of present) {
        const member = members.get(buildKeyOf({ projection: build.projection, build: build.checkpoint.build }));
        if ((member && !member.stopped) || build.checkpoint.stoppedError !== null) continue;
        await refuseForeignCheckpoints(db, 'projection', [build.checkpoint], storeId, head);
        log('info', `projection ${build.projection.name} build ${build.checkpoint.build} follows from ${build.checkpoint.position}`);
        admit(runningBuildOf(build, options.ownLog), head);
      }
    } catch (error) {
      if (!isDatabaseUnavailable(error) && (error as Error).name !== 'StoreUnavailable') throw error;
    }
    await pause(isQuiet ? quietPollEveryMs : pollEveryMs, signal);
  }
}

interface NotedHead {
  readonly head: bigint;
  readonly at: number;
}

/**
 * A function that reads the log's head each time it is called, and notes which of these projections have passed the head of the call before: those of a
 * group in one statement, so that no group waits for a transaction of another one.
 */
function noteCaughtUp(db: Database, groups: readonly (readonly string[])[], readHead: () => Promise<bigint>): () => Promise<bigint> {
  let before: NotedHead | undefined;
  return async () => {
    // Taken before the read: what is stored while it is under way may be missing in it.
    const at = performance.now();
    const head = await readHead();
    const last = before;
    if (last) await Promise.all(groups.map((names) => note(db, names, last)));
    before = { head, at };
    return head;
  };
}

/** Its commit waits for no disk, as batches wait for these rows meanwhile. Where it is lost, an older moment stands there until the next note. */
async function note(db: Database, names: readonly string[], { head, at }: NotedHead): Promise<void> {
  await db.raw(
    `with unhurried as materialized (select set_config('synchronous_commit', 'off', true)), caught_up as (
       select name, version, build from unhurried cross join read_store.checkpoint
       where kind = 'projection' and name = any(?::text[]) and position >= ?::bigint order by name, version, build for update of checkpoint)
     update read_store.checkpoint as checkpoint set level_at = clock_timestamp() - ? * interval '1 millisecond'
     from caught_up where kind = 'projection' and (checkpoint.name, checkpoint.version, checkpoint.build) = (caught_up.name, caught_up.version, caught_up.build)`,
    [[...names], head.toString(), Math.ceil(performance.now() - at)],
  );
}
