import { linkAbort, pause, whenAborted } from '@pps/concurrency';
import { follow, type RecordedFact } from '@pps/event-store';
import { BehindFacts } from './behind-facts';
import { BuildQueues, largeBatch } from './build-queues';
import { retryWhileUnavailable } from './retry-while-unavailable';
import { CommitsLost } from './commits-lost';
import { isDatabaseFault, projectBatch, type RunningBuild, commitBatch } from './project-batch';
import type { ProjectorOptions } from './projector-options';
import type { Database } from './database';
import { describeDatabaseError } from './is-database-unavailable';
import { jsonb } from './jsonb';

/** The builds that have caught up; each batch is projected for all of them together. */
export interface CaughtUpGroup {
  /** The last position of the batch that the group has begun. */
  begun: bigint;
  members: readonly RunningBuild[];
}

const maxBatch = 2_000;
// A pin and its unit of quota are stored some milliseconds apart: one transaction for both is half the work.
const gatherMs = 10;
// For those that few requests wait for, which are so much later then: from the first fact of a batch until it is projected.
const gatherBehindMs = 100;
// A rebuild works a fifth of the time, so that it hardly slows down anything else.
const pausePerWork = 4;
// Small batches without a pause: near the head it must be faster than the writers to catch up.
const pauseFrom = 200;
const longestPauseMs = 4_000;
/** Of what waits in queues when following ends. */
const drainMs = 3_000;

const isRebuild = ({ build, serving }: RunningBuild): boolean => build > 1 && !serving;

/**
 * Projects new facts to the builds of the group until it ends; a build that fails on a batch leaves the group and is passed to `onLeft`. While facts come in
 * large batches each build goes on at its own pace; at the end all come as far, unless that takes longer than 3 s or the database is away.
 */
export async function followTogether(
  options: ProjectorOptions,
  front: bigint,
  group: CaughtUpGroup,
  onLeft: (member: RunningBuild) => void,
): Promise<void> {
  const following = linkAbort(options.signal);
  const shared = { ...options, signal: following.signal };
  const project = async (members: readonly RunningBuild[], facts: readonly RecordedFact[]) => {
    const left = await projectBatch(options.db, members, facts, following.signal);
    group.members = group.members.filter((member) => !left.includes(member) && !member.gone);
    for (const member of left) onLeft(member);
    return left;
  };
  const isFirst = ({ projection }: RunningBuild) => options.first?.has(projection.name) ?? true;
  const projectThose = (those: (member: RunningBuild) => boolean, facts: readonly RecordedFact[]) =>
    retryWhileUnavailable(shared, async () => void (await project(group.members.filter(those), facts)));
  const behind = new BehindFacts(
    async (facts) => {
      await untilStored(shared, () =>
        project(
          group.members.filter((member) => !isFirst(member)),
          facts,
        ),
      );
    },
    following.abort,
    gatherBehindMs,
  );
  const queues = new BuildQueues((members, facts) => untilStored(shared, () => project(members, facts)), following.abort, isFirst);
  try {
    // Before facts that may be of another log come, all of those that wait are stored, or are found not to be of this one.
    const resumeAfter = async (last: bigint | null) => {
      await Promise.race([Promise.all([queues.settled(), behind.settled()]), whenAborted(shared.signal)]);
      return last;
    };
    const onBatch = async (facts: readonly RecordedFact[]) => {
      group.begun = facts.at(-1)?.position ?? group.begun;
      // A small batch in the middle of many is no reason to wait for the slowest; near the head one transaction for all costs less.
      if (queues.longest > 1 || (facts.length >= largeBatch && group.members.length > 1)) {
        await behind.settled();
        return queues.add(group.members, facts);
      }
      await queues.settled();
      await projectThose(isFirst, facts);
      if (!group.members.every(isFirst)) await behind.add(facts);
    };
    await followWhile(shared, front, onBatch, resumeAfter);
    queues.beginNothingAfter(drainMs);
    await Promise.all([queues.settled(), behind.settled()]).catch((error: unknown) => {
      if (!options.signal.aborted || !isDatabaseFault(error) || error instanceof CommitsLost) throw error;
    });
  } finally {
    // Also after a failure: a restart must not meet transactions that are still open.
    queues.beginNothingAfter(0);
    await queues.settled().catch(() => undefined);
    await behind.settled().catch(() => undefined);
    following.release();
  }
}

/** Tries again while the database is unavailable; once the signal has aborted, it tries once. */
async function untilStored<Result>(options: ProjectorOptions, work: () => Promise<Result>): Promise<Result> {
  let stored: { readonly result: Result } | undefined;
  await retryWhileUnavailable(options, async () => void (stored = { result: await work() }));
  return stored ? stored.result : work();
}

/** Follows the log for one build until it has caught up with the group and passed `head`; then it joins the group. */
export async function catchUp(options: ProjectorOptions, member: RunningBuild, group: CaughtUpGroup, head: bigint): Promise<void> {
  const done = linkAbort(options.signal);
  const join = () => {
    if (member.stopped || member.gone) return done.abort();
    // The group may have begun a batch meanwhile.
    if (member.position < group.begun || member.position < head) return;
    group.members = [...group.members, member];
    done.abort();
  };
  try {
    join();
    await followWhile({ ...options, signal: done.signal }, member.position, async (facts) => {
      const begun = performance.now();
      await retryWhileUnavailable(options, () => projectOrStop(options.db, member, facts, options.signal));
      join();
      if (isRebuild(member) && facts.length >= pauseFrom) {
        const pauseMs = Math.min(pausePerWork * (performance.now() - begun), longestPauseMs);
        await pause(pauseMs, done.signal);
      }
    });
  } finally {
    done.release();
  }
}

async function followWhile(
  { store, signal, log }: ProjectorOptions,
  after: bigint,
  onBatch: (facts: readonly RecordedFact[]) => Promise<void>,
  resumeAfter?: (last: bigint | null) => Promise<bigint | null>,
): Promise<void> {
  const onDropped = (error: unknown) => log('warn', 'the subscription of the projections dropped; resuming', { error: String(error) });
  await follow(store, {
    after: after === -1n ? null : after,
    signal,
    maxBatch,
    gatherMs,
    onBatch,
    onDropped,
    ...(resumeAfter && { resumeAfter }),
  });
}

const retryWaitsMs = [100, 1_000];

/**
 * Projects facts for one build. When they fail together they are tried in halves, down to the one poison fact; after two more tries, on other connections
 * where the error may be the connection's, the build stops at it and its checkpoint says why. Throws when the database is unavailable.
 */
async function projectOrStop(db: Database, build: RunningBuild, facts: readonly RecordedFact[], signal: AbortSignal): Promise<void> {
  const error = await failureOf(db, build, facts, signal);
  if (error === null) return;
  const [fact] = facts;
  if (facts.length === 1 && fact) return retryThenStop(db, build, fact, error, signal);
  const middle = Math.ceil(facts.length / 2);
  for (const half of [facts.slice(0, middle), facts.slice(middle)]) {
    if (!build.stopped && !signal.aborted) await projectOrStop(db, build, half, signal);
  }
}

async function retryThenStop(db: Database, build: RunningBuild, fact: RecordedFact, first: unknown, signal: AbortSignal): Promise<void> {
  let error = first;
  for (const wait of retryWaitsMs) {
    await pause(wait, signal);
    if (signal.aborted) return;
    error = await failureOf(db, build, [fact], signal);
    if (error === null) return;
  }
  const { name, version } = build.projection;
  const { id, type, stream, position } = fact;
  await db('read_store.checkpoint')
    .where({ kind: 'projection', name, version, build: build.build })
    .update({
      stopped_error: String(error).slice(0, 2_000),
      stopped_position: position.toString(),
      stopped_fact: jsonb({ position: position.toString(), id, type, stream }),
    });
  build.stopped = { error: describeDatabaseError(error), position: position.toString(), fact: type };
}

const failureOf = (db: Database, build: RunningBuild, facts: readonly RecordedFact[], signal: AbortSignal): Promise<unknown> =>
  commitBatch(db, [build], facts, signal).then(
    () => null,
    (error: unknown) => {
      if (isDatabaseFault(error)) throw error;
      return error ?? new Error('failed without saying why');
    },
  );
