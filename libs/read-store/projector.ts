import { linkAbort, pause } from '@pps/concurrency';
import { setMaxListeners } from 'node:events';
import { catchUp, followTogether, type Group } from './catch-up';
import { checkpoints, type Checkpoint } from './checkpoint.store';
import { isDatabaseUnavailable, type Database } from './database';
import { noteLevel } from './level';
import { CommitsLost, keyOf, type Member } from './projection-batch';
import type { Projection } from './projection';
import type { ProjectorOptions } from './projector-options';
import { setUp } from './projection-setup';
import { refuseForeign } from './refuse-foreign';
import { settleBuild } from './settle-build';

const lookEveryMs = 1_000;

/**
 * Keeps every build of every projection up to date for as long as `signal` allows. Those that stand together advance together, in one
 * transaction per batch; one that lags (new, rebuilt, told to try again) follows by itself until it has caught up. What an operator asks for is
 * noticed within a second. Throws `ForeignCheckpoint` at the start, and `CommitsLost` when the database went back behind what it had confirmed;
 * started again, it goes on from what is kept.
 */
export async function runProjector(options: ProjectorOptions): Promise<void> {
  const { db, store, projections, signal, log } = options;
  const storeId = await store.identity();
  for (const projection of projections) {
    const present = await setUp(db, projection, storeId);
    if (!present)
      log('warn', `a newer version of the projection ${projection.name} serves; version ${projection.version} is not brought back`);
  }
  const kept = await buildsOf(db, projections);
  // After the checkpoints: a projector that is just ending may still have moved them.
  const head = await store.head();
  const known = kept.map(({ checkpoint }) => checkpoint);
  await refuseForeign(db, 'projection', known, storeId, head);

  const running = linkAbort(signal);
  // Every build may wait on it; Node would take more than ten for a leak.
  setMaxListeners(0, running.signal);
  const shared = { ...options, signal: running.signal };
  const members = new Map<string, Member>();
  const tasks = new Set<Promise<void>>();
  let failure: { readonly error: unknown } | undefined;
  // One that fails takes the others along: whoever starts this again must not meet what is left of them.
  const run = (work: Promise<void>) => {
    const task: Promise<void> = work
      .catch((error: unknown) => {
        failure ??= { error };
        running.abort();
      })
      .finally(() => tasks.delete(task));
    tasks.add(task);
  };

  const standing = kept.filter(({ checkpoint }) => checkpoint.serving && checkpoint.stoppedError === null).map(memberOf);
  const front = standing.length === 0 ? head : standing.reduce((max, { position }) => (position > max ? position : max), -1n);
  const group: Group = { begun: front, members: standing.filter(({ position }) => position === front) };
  const admit = (member: Member, asOf: bigint) => {
    members.set(keyOf(member), member);
    run(followAlone(shared, member, group, member.serving ? -1n : asOf));
  };
  for (const member of group.members) members.set(keyOf(member), member);
  run(followTogether(shared, front, group, (member) => admit(member, -1n)));
  run(supervise(shared, storeId, members, admit));

  while (tasks.size > 0) await Promise.all(tasks);
  running.release();
  if (failure) throw failure.error;
  signal.throwIfAborted();
}

interface Kept {
  readonly projection: Projection;
  readonly checkpoint: Checkpoint;
}

/** The builds of the versions that this process knows the rules of. */
async function buildsOf(db: Database, projections: readonly Projection[]): Promise<Kept[]> {
  const known = await checkpoints.all(db, 'projection');
  return known.flatMap((checkpoint) => {
    const projection = projections.find(({ name, version }) => name === checkpoint.name && version === checkpoint.version);
    return projection ? [{ projection, checkpoint }] : [];
  });
}

const memberOf = ({ projection, checkpoint: { build, position, serving } }: Kept): Member => ({ projection, build, position, serving });

async function followAlone(options: ProjectorOptions, member: Member, group: Group, head: bigint): Promise<void> {
  await catchUp(options, member, group, head);
  if (member.stopped) options.log('error', `projection ${member.projection.name} stopped at a fact that it cannot take`);
  else if (!member.serving) await settleBuild(options, member);
}

/** In a quiet log no batch would notice that commits are gone. */
function refuseLosses(present: readonly Kept[], committed: ReadonlyMap<string, bigint>): void {
  for (const { projection, checkpoint } of present) {
    const before = committed.get(keyOf({ projection, build: checkpoint.build })) ?? -1n;
    if (checkpoint.position >= before) continue;
    throw new CommitsLost(`${projection.name} stands at ${checkpoint.position} after ${before} had been committed`);
  }
}

/** Looks every second for builds that are to be begun, tried again or let go, and for commits that the database has lost. */
async function supervise(
  options: ProjectorOptions,
  storeId: string,
  members: Map<string, Member>,
  admit: (member: Member, head: bigint) => void,
): Promise<void> {
  const { db, store, projections, signal, log } = options;
  const level = noteLevel(db, () => store.head());
  while (!signal.aborted) {
    try {
      // Before the rows: a commit while they are read moves both.
      const committed = new Map([...members].map(([key, { position }]) => [key, position]));
      const present = await buildsOf(db, projections);
      refuseLosses(present, committed);
      const head = await level();
      const keys = new Set(present.map(({ projection, checkpoint }) => keyOf({ projection, build: checkpoint.build })));
      for (const [key, member] of members) {
        if (keys.has(key)) continue;
        member.gone = true;
        members.delete(key);
      }
      for (const build of present) {
        const member = members.get(keyOf({ projection: build.projection, build: build.checkpoint.build }));
        if ((member && !member.stopped) || build.checkpoint.stoppedError !== null) continue;
        await refuseForeign(db, 'projection', [build.checkpoint], storeId, head);
        log('info', `projection ${build.projection.name} build ${build.checkpoint.build} follows from ${build.checkpoint.position}`);
        admit(memberOf(build), head);
      }
    } catch (error) {
      if (!isDatabaseUnavailable(error) && (error as Error).name !== 'StoreUnavailable') throw error;
    }
    await pause(lookEveryMs, signal);
  }
}
