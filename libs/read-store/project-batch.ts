import { mapLimited } from '@pps/concurrency';
import type { RecordedFact } from '@pps/event-store';
import { CommitsLost } from './commits-lost';
import type { Database, Transaction } from './database';
import { isConnectionSuspect, isDatabaseUnavailable } from './is-database-unavailable';
import { growPortions, halvePortions, nextPortion, type TakesPortions } from './portions';
import { ForkedLog, hasEach, logElsewhere, type OwnLog } from './own-log';
import { allTogether } from './pipelines';
import { contextOf, everyFact, type Projection } from './projection';
import { runPrepared } from './run-prepared';

/** One build of a projection, as this process feeds it. */
export interface RunningBuild extends TakesPortions {
  readonly projection: Projection;
  readonly build: number;
  /** Of the database that it is stored in, where the log lies there too. */
  readonly ownLog?: OwnLog | undefined;
  position: bigint;
  serving: boolean;
  /** What it stopped at, a poison fact, until an operator retries or skips it; as logged: without values of rows. */
  stopped?: { readonly error: string; readonly position: string; readonly fact: string };
  /** Its tables were dropped: another build serves. */
  gone?: boolean;
  /** How often in a row a transaction with its rows ended in a fault of the database that its own work may have caused. */
  faults?: number;
}

export const progressChannel = 'projection_progress';
/** Stands behind the position of a projection that has passed facts without projecting any. */
export const unchanged = 'unchanged';

/** The process ends, and what follows is left to who starts next: what was stored before is committed. */
export class EndedBetweenPortions extends Error {
  override readonly name = 'EndedBetweenPortions';
}

/** The rows of one build took longer than a statement may: the database answers, so it is the projection (or the fact) that is at fault. */
export class ProjectionTimedOut extends Error {
  override readonly name = 'ProjectionTimedOut';

  constructor(
    readonly build: RunningBuild,
    cause: unknown,
  ) {
    super(`${build.projection.name} took longer than a statement may`, { cause });
  }
}

const statementTimedOut = '57014';
const lockNotAvailable = '55P03';

const inParallel = 3;

/** Locks, deadlocks, and statements or pauses that took too long: the database answers, and the work of one build may be the cause. */
const causedByWork = new Set(['25P03', lockNotAvailable, '40P01', statementTimedOut]);
const mostFaults = 2;

/**
 * Projects a batch: rows and checkpoints of all builds in one transaction. When that fails, or has ended twice in a fault of the database that the work
 * of one may have caused, each build gets a transaction of its own; returns the builds that failed. Throws when the database is unavailable, and
 * `CommitsLost`.
 */
export async function projectBatch(
  db: Database,
  members: readonly RunningBuild[],
  facts: readonly RecordedFact[],
  signal?: AbortSignal,
): Promise<RunningBuild[]> {
  const running = members.filter((member) => !member.stopped && !member.gone);
  if (facts.length === 0 || running.length === 0) return [];
  const failure = await tryCommit(db, running, facts, signal);
  if (failure === null) return [];
  if (running.length === 1) return running;
  // The others do not wait for it a second time.
  const slow = failure instanceof ProjectionTimedOut ? failure.build : undefined;
  const failures = await mapLimited(
    inParallel,
    running,
    async (member) => member === slow || (await tryCommit(db, [member], facts, signal)) !== null,
  );
  return running.filter((_, index) => failures[index]);
}

/** Null when it committed, else what failed, where it was no fault of the database or came once too often. */
async function tryCommit(
  db: Database,
  members: readonly RunningBuild[],
  facts: readonly RecordedFact[],
  signal?: AbortSignal,
): Promise<unknown> {
  try {
    await commitBatch(db, members, facts, signal);
    for (const member of members) member.faults = 0;
    return null;
  } catch (error) {
    if (!isDatabaseFault(error)) return error ?? new Error('failed without saying why');
    if (!causedByWork.has((error as { code?: string }).code ?? '')) throw error;
    for (const member of members) member.faults = (member.faults ?? 0) + 1;
    if (members.some(({ faults = 0 }) => faults < mostFaults)) throw error;
    return error;
  }
}

/** True for errors that no fact has caused: the database is unavailable, a lock is held, commits were lost, or the process ends. */
export const isDatabaseFault = (error: unknown): boolean =>
  isDatabaseUnavailable(error) ||
  error instanceof CommitsLost ||
  error instanceof EndedBetweenPortions ||
  (error as { code?: string }).code === lockNotAvailable;

/**
 * Stores the facts for the builds in as many transactions as their portions ask for. Where a connection is lost in the middle of one, the next is half as
 * large; what was committed is not stored again. Throws `EndedBetweenPortions` once the signal has aborted, where portions are small: all may take long.
 */
export async function commitBatch(
  db: Database,
  members: readonly RunningBuild[],
  facts: readonly RecordedFact[],
  signal?: AbortSignal,
): Promise<void> {
  const begins = members.reduce((least, { position }) => (position < least ? position : least), members[0]?.position ?? -1n);
  const fresh = facts.filter(({ position }) => position > begins);
  let left = fresh.length > 0 ? fresh : facts;
  while (left.length > 0) {
    const portion = nextPortion(members, left);
    await commitPortion(db, members, portion);
    growPortions(members, portion.length);
    left = left.slice(portion.length);
    if (left.length > 0 && signal?.aborted && members.some((member) => member.portion !== undefined))
      throw new EndedBetweenPortions(`${left.length} facts are left to who starts next`);
  }
}

/** Rows and checkpoints of the builds in one transaction, without the facts that a build has projected before or that an operator skipped. */
async function commitPortion(db: Database, members: readonly RunningBuild[], facts: readonly RecordedFact[]): Promise<void> {
  const last = facts.at(-1);
  if (last === undefined) return;
  const { position } = last;
  let hasBegun = false;
  const storing = db.transaction(async (tx) => {
    hasBegun = true;
    const locked = await lockCheckpoints(tx, members, facts);
    const present = members.filter((member) => locked.has(buildKeyOf(member)));
    const changed = new Set<string>();
    const works = present.flatMap((member) => {
      const { projection, build, position: committed } = member;
      const { from, skipped } = locked.get(buildKeyOf({ projection, build })) ?? noCheckpoint;
      if (from < committed) throw new CommitsLost(`${projection.name} stands at ${from} after ${committed} had been committed`);
      const relevant = relevantFacts(projection, facts, from, skipped);
      if (relevant.length === 0) return [];
      changed.add(projection.name);
      return [() => projectMember(member, relevant, tx)];
    });
    await allTogether(tx, works);
    if (present.length > 0) await moveCheckpoints(tx, present, position, changed);
    return members.filter((member) => !present.includes(member));
  });
  const missing = await storing.catch((error: unknown) => {
    if (hasBegun && isDatabaseUnavailable(error) && isConnectionSuspect(error)) halvePortions(members, facts.length);
    throw error;
  });
  for (const member of missing) member.gone = true;
  for (const member of members) member.position = position > member.position ? position : member.position;
}

const projectMember = (member: RunningBuild, facts: readonly RecordedFact[], tx: Transaction): Promise<void> =>
  member.projection.project(facts, contextOf(member.projection, tx, member.build)).catch((error: unknown) => {
    // Waiting for a checkpoint's lock ends with the same code, which is nobody's fault: only here it is the projection's.
    throw (error as { code?: string }).code === statementTimedOut ? new ProjectionTimedOut(member, error) : error;
  });

/** Moves the checkpoints and tells who listens; of a projection that had no fact to project it says so, for those who wait for new rows. */
async function moveCheckpoints(
  tx: Transaction,
  members: readonly RunningBuild[],
  position: bigint,
  changed: ReadonlySet<string>,
): Promise<void> {
  await runPrepared(
    tx,
    `with moved as (
       update read_store.checkpoint set position = greatest(position, ?::bigint), updated_at = clock_timestamp()
       where kind = 'projection' and (name, version, build) in (${buildKeys})
       returning name, version, position, serving)
     select pg_notify(?, coalesce(string_agg(
       name || ' ' || version || ' ' || position || case when name = any(?::text[]) then '' else ' ${unchanged}' end, ','), '')) from moved where serving`,
    [position.toString(), ...buildKeyValues(members), progressChannel, [...changed]],
  );
}

interface LockedCheckpoint {
  readonly from: bigint;
  readonly skipped: ReadonlySet<bigint>;
}

const noCheckpoint: LockedCheckpoint = { from: -1n, skipped: new Set() };

/**
 * Rows and checkpoint commit together or are lost together, and a loss is noticed by the positions and replayed: no need to wait for the disk. Everything
 * is found by an index, also while a table is still empty: the plan of a prepared statement stays when it grows.
 */
const settingsOfBatch = `select set_config('synchronous_commit', 'off', true), set_config('enable_seqscan', 'off', true)`;

interface CheckpointRow {
  readonly name: string;
  readonly version: number;
  readonly build: number;
  readonly position: string;
  readonly is_own: boolean;
  readonly skipped: string[];
}

async function lockCheckpoints(
  tx: Transaction,
  members: readonly RunningBuild[],
  facts: readonly RecordedFact[],
): Promise<Map<string, LockedCheckpoint>> {
  const ownLog = members[0]?.ownLog ?? logElsewhere;
  // All of them, as those before the last may be of another subscription.
  const asked = ownLog === logElsewhere ? [] : [facts.map(({ position }) => position.toString()), facts.map(({ id }) => id)];
  const { rows } = await runPrepared<{ rows: CheckpointRow[] }>(
    tx,
    `with unhurried as materialized (${settingsOfBatch})
     select name, version, build, position, ${hasEach(ownLog, '?::bigint[]', '?::uuid[]')} as is_own, array(
         select skip.position::text from read_store.skipped_fact skip
         where skip.projection = checkpoint.name and skip.version = checkpoint.version) as skipped
     from unhurried cross join read_store.checkpoint
     where kind = 'projection' and (name, version, build) in (${buildKeys})
     order by name, version, build for update of checkpoint`,
    [...asked, ...buildKeyValues(members)],
  );
  if (rows.some((row) => !row.is_own)) throw new ForkedLog('the projector', facts.at(-1)?.position ?? -1n);
  return new Map(
    rows.map((row) => [
      `${row.name} ${row.version} ${row.build}`,
      { from: BigInt(row.position), skipped: new Set(row.skipped.map(BigInt)) },
    ]),
  );
}

export const buildKeyOf = ({ projection, build }: Pick<RunningBuild, 'projection' | 'build'>): string =>
  `${projection.name} ${projection.version} ${build}`;

const buildKeys = 'select * from unnest(array(select unnest(?::text[])), ?::int[], ?::int[])';
const buildKeyValues = (members: readonly RunningBuild[]) => [
  members.map(({ projection }) => projection.name),
  members.map(({ projection }) => projection.version),
  members.map(({ build }) => build),
];

/** What is new to the build of a projection, and may change its rows. */
function relevantFacts(
  { handles, concerns }: Projection,
  facts: readonly RecordedFact[],
  from: bigint,
  skipped: ReadonlySet<bigint>,
): readonly RecordedFact[] {
  const types = new Set(handles);
  const isEvery = types.has(everyFact);
  return facts.filter(
    (fact) =>
      (isEvery || types.has(fact.type)) &&
      fact.position > from &&
      !(skipped.size > 0 && skipped.has(fact.position)) &&
      (concerns === undefined || concerns(fact)),
  );
}
