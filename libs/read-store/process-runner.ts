import { exponential, pause, retry } from '@pps/concurrency';
import { follow, type EventStore, type HandledFacts, type RecordedFact } from '@pps/event-store';
import { checkpoints } from './checkpoint.store';
import type { Database } from './database';
import { CommitsLost } from './commits-lost';
import { IdleCheckpoints } from './idle-checkpoints';
import { ForkedLog, hasEach, logElsewhere, type OwnLog } from './own-log';
import { refuseForeignCheckpoints } from './refuse-foreign';
import { jsonb } from './jsonb';
import { runPrepared } from './run-prepared';

/** Answers facts with commands. After a crash a batch may come again: deterministic ids make the repeat harmless. */
export interface Process<State = unknown> {
  readonly name: string;
  /** Where a process that is new begins; its checkpoint is never reset afterwards. */
  readonly startsAt: 'beginning' | 'now';
  readonly handles: readonly string[];
  /** The state stored with the checkpoint of a new process; `react` returns the state to store next. */
  readonly initial: State;
  readonly react: (facts: readonly RecordedFact[], state: State) => Promise<State>;
  /** False for a fact that it handles but would do nothing about; without it every one concerns it. */
  readonly concerns?: (fact: RecordedFact) => boolean;
  /** Milliseconds that a batch waits for more facts, for a process that nobody waits for; by default 5, and 20 more behind a batch that it reacted to. */
  readonly gatherMs?: number;
}

/** A process by the facts that it handles, each in its newest shape. */
export interface ProcessDefinition<State, Handled extends RecordedFact> extends Omit<Process<State>, 'handles' | 'react' | 'concerns'> {
  readonly handles: HandledFacts<Handled>;
  readonly concerns?: (fact: Handled) => boolean;
  readonly react: (facts: readonly Handled[], state: State) => Promise<State>;
}

/**
 * Gives a process its facts typed. It does not pass a fact of a version that only a newer release can read, as nobody would answer it any more: it
 * fails, and is tried again until a process of that release leads.
 */
export function defineProcess<State, Handled extends RecordedFact>(definition: ProcessDefinition<State, Handled>): Process<State> {
  const { handles, react, concerns, ...rest } = definition;
  const concernsRecorded = (recorded: RecordedFact): boolean => {
    const fact = handles.read(recorded);
    return !fact || !concerns || concerns(fact);
  };
  return {
    ...rest,
    handles: handles.types,
    ...(concerns && { concerns: concernsRecorded }),
    react: (recorded, state) => react(recorded.filter(({ type }) => handles.types.includes(type)).map(readBy(handles)), state),
  };
}

const readBy =
  <Handled extends RecordedFact>(handles: HandledFacts<Handled>) =>
  (recorded: RecordedFact): Handled => {
    const fact = handles.read(recorded);
    if (fact) return fact;
    throw new Error(`${recorded.type} version ${recorded.metadata.schemaVersion} is of a newer release`);
  };

export interface ProcessRunnerOptions {
  readonly db: Database;
  readonly store: EventStore;
  readonly signal: AbortSignal;
  readonly log: (level: 'info' | 'warn' | 'error', message: string, fields?: object) => void;
  /** Of the database, where the log lies there too: no checkpoint is moved past facts that it does not have. */
  readonly ownLog?: OwnLog | undefined;
  /** Shared by the processes of one database; one of its own when absent. */
  readonly idleCheckpoints?: IdleCheckpoints;
}

/** The facts of one append come in one batch. */
const defaultGatherMs = 5;
/** Behind a batch that it reacted to, in milliseconds: a busy log has it react 40 times a second at most. */
const restMs = 20;
/** Behind a batch of so many facts the next is there already, and nobody rests. */
const maxBatch = 500;

/**
 * Runs one process until `signal` aborts; a batch that fails is retried with backoff (up to 10 s). Throws `ForeignCheckpoint` at the start, and
 * `CommitsLost` when the database has lost a checkpoint that it had stored; started again, it continues from the one that is there.
 */
export async function runProcess<State>(process: Process<State>, options: ProcessRunnerOptions): Promise<void> {
  const { db, store, signal, log } = options;
  const { ownLog = logElsewhere, idleCheckpoints = new IdleCheckpoints(db, ownLog) } = options;
  const { concerns = () => true, gatherMs = defaultGatherMs } = process;
  const rests = process.gatherMs === undefined;
  const storeId = await store.identity();
  const start = process.startsAt === 'now' ? await store.head() : -1n;
  const checkpoint = await db.transaction((tx) => checkpoints.lock(tx, 'process', process.name, 1, storeId, start));
  await refuseForeignCheckpoints(db, 'process', [checkpoint], storeId, await store.head());
  let state = (checkpoint.state ?? process.initial) as State;
  let saved = checkpoint.position;
  /** What the checkpoint could not be moved to. */
  let refused: RecordedFact | undefined;

  const saveCheckpoint = async ({ id, position }: RecordedFact, next: State) => {
    // Without waiting for the disk: when the checkpoint is lost the batch comes again, as after any crash.
    const { rowCount } = await runPrepared<{ rowCount: number }>(
      db,
      `with unhurried as materialized (select set_config('synchronous_commit', 'off', true))
       update read_store.checkpoint set position = :position::bigint, state = :state::jsonb, stopped_error = null, updated_at = now()
       from unhurried where kind = 'process' and name = :name and version = 1 and position between :saved::bigint and :position::bigint
         and ${ownLog(':position::bigint', ':id::uuid')}`,
      { name: process.name, position: position.toString(), saved: saved.toString(), state: jsonb(next), id },
    );
    if (rowCount > 0) return void (saved = position);
    await refuseLostCheckpoint(db, process.name, saved);
    await refuseForkedLog(db, ownLog, process.name, [{ id, position }]);
  };

  const onBatch = async (facts: readonly RecordedFact[]) => {
    const relevant = facts.filter((fact) => process.handles.includes(fact.type) && concerns(fact));
    const last = facts.at(-1);
    if (last === undefined) return;
    if (relevant.length === 0 && !refused) {
      const { position } = last;
      const onStored = (isMoved: boolean) => {
        if (isMoved && position > saved) saved = position;
        if (!isMoved) refused = last;
      };
      idleCheckpoints.note(process.name, { eventId: last.id, position, saved, onStored });
      return;
    }
    idleCheckpoints.forget(process.name);
    const react = async () => {
      if (refused) {
        await refuseLostCheckpoint(db, process.name, saved);
        await refuseForkedLog(db, ownLog, process.name, [refused]);
      }
      if (relevant.length > 0) await refuseForkedLog(db, ownLog, process.name, facts);
      const next = relevant.length > 0 ? await process.react(relevant, state) : state;
      await saveCheckpoint(last, next);
      refused = undefined;
      // Only now: a retry of the batch must start from the same state.
      state = next;
    };
    const onFailure = async (error: unknown, waitMs: number) => {
      log('error', `process ${process.name} failed; trying again in ${waitMs} ms`, { error: String(error) });
      await noteFailure(db, process.name, error);
    };
    const isTransient = (error: unknown) => !(error instanceof CommitsLost);
    await retry(react, { waitMs: exponential(100, 10_000), onFailure, isTransient, signal });
    if (rests && facts.length < maxBatch) await pause(restMs, signal);
  };
  const onDropped = (error: unknown) => log('warn', `the subscription of ${process.name} dropped; resuming`, { error: String(error) });
  // What it passed since may be of another log than what comes next.
  const resumeAfter = () => {
    idleCheckpoints.forget(process.name);
    return positionOrStart(saved);
  };
  await follow(store, { after: positionOrStart(saved), signal, maxBatch, gatherMs, onBatch, onDropped, resumeAfter }).finally(() =>
    idleCheckpoints.forget(process.name),
  );
}

const positionOrStart = (position: bigint): bigint | null => (position === -1n ? null : position);

/** Another holder of the duty may have moved the checkpoint on; only a database that lost commits brings it back. */
async function refuseLostCheckpoint(db: Database, name: string, saved: bigint): Promise<void> {
  const stored = (await checkpoints.all(db, 'process')).find((candidate) => candidate.name === name);
  const position = stored?.position ?? -1n;
  if (position < saved) throw new CommitsLost(`process ${name} stands at ${position} after ${saved} had been committed`);
}

async function refuseForkedLog(
  db: Database,
  ownLog: OwnLog,
  name: string,
  facts: readonly Pick<RecordedFact, 'id' | 'position'>[],
): Promise<void> {
  if (ownLog === logElsewhere) return;
  const { rows } = await runPrepared<{ rows: { is_own: boolean }[] }>(
    db,
    `select ${hasEach(ownLog, ':positions::bigint[]', ':ids::uuid[]')} as is_own`,
    { positions: facts.map(({ position }) => position.toString()), ids: facts.map(({ id }) => id) },
  );
  if (rows[0]?.is_own === false) throw new ForkedLog(`process ${name}`, facts.at(-1)?.position ?? -1n);
}

async function noteFailure(db: Database, name: string, error: unknown): Promise<void> {
  await db('read_store.checkpoint')
    .where({ kind: 'process', name, version: 1 })
    .update({ stopped_error: String(error).slice(0, 2_000) })
    .catch(() => undefined);
}
