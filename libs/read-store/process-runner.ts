import { exponential, retry } from '@pps/concurrency';
import { follow, type EventStore, type HandledFacts, type RecordedFact } from '@pps/event-store';
import { checkpoints } from './checkpoint.store';
import type { Database } from './database';
import { CommitsLost } from './project-batch';
import { IdleCheckpoints } from './idle-checkpoints';
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
  /** Milliseconds that a batch waits for more facts, 25 by default: longer where nobody waits for what it does. */
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
  /** Shared by the processes of one database; one of its own when absent. */
  readonly idleCheckpoints?: IdleCheckpoints;
}

// The facts of one request come in one batch, and a busy log costs a process 40 batches a second at most.
const defaultGatherMs = 25;

/**
 * Runs one process until `signal` aborts; a batch that fails is retried with backoff (up to 10 s). Throws `ForeignCheckpoint` at the start, and
 * `CommitsLost` when the database has lost a checkpoint that it had stored; started again, it continues from the one that is there.
 */
export async function runProcess<State>(process: Process<State>, options: ProcessRunnerOptions): Promise<void> {
  const { db, store, signal, log } = options;
  const { idleCheckpoints = new IdleCheckpoints(db) } = options;
  const { concerns = () => true, gatherMs = defaultGatherMs } = process;
  const storeId = await store.identity();
  const start = process.startsAt === 'now' ? await store.head() : -1n;
  const checkpoint = await db.transaction((tx) => checkpoints.lock(tx, 'process', process.name, 1, storeId, start));
  await refuseForeignCheckpoints(db, 'process', [checkpoint], storeId, await store.head());
  let state = (checkpoint.state ?? process.initial) as State;
  let saved = checkpoint.position;
  let checkpointMayBeLost = false;

  const saveCheckpoint = async (position: bigint, next: State) => {
    // Without waiting for the disk: when the checkpoint is lost the batch comes again, as after any crash.
    const { rowCount } = await runPrepared<{ rowCount: number }>(
      db,
      `with unhurried as materialized (select set_config('synchronous_commit', 'off', true))
       update read_store.checkpoint set position = :position::bigint, state = :state::jsonb, stopped_error = null, updated_at = now()
       from unhurried where kind = 'process' and name = :name and version = 1 and position between :saved::bigint and :position::bigint`,
      { name: process.name, position: position.toString(), saved: saved.toString(), state: jsonb(next) },
    );
    if (rowCount === 0) await refuseLostCheckpoint(db, process.name, saved);
    else saved = position;
  };

  const onBatch = async (facts: readonly RecordedFact[]) => {
    idleCheckpoints.forget(process.name);
    const relevant = facts.filter((fact) => process.handles.includes(fact.type) && concerns(fact));
    const position = facts.at(-1)?.position;
    if (position === undefined) return;
    if (relevant.length === 0 && !checkpointMayBeLost) {
      const onStored = (isMoved: boolean) => {
        if (isMoved && position > saved) saved = position;
        if (!isMoved) checkpointMayBeLost = true;
      };
      idleCheckpoints.note(process.name, { position, saved, onStored });
      return;
    }
    const react = async () => {
      const next = relevant.length > 0 ? await process.react(relevant, state) : state;
      await saveCheckpoint(position, next);
      checkpointMayBeLost = false;
      // Only now: a retry of the batch must start from the same state.
      state = next;
    };
    const onFailure = async (error: unknown, waitMs: number) => {
      log('error', `process ${process.name} failed; trying again in ${waitMs} ms`, { error: String(error) });
      await noteFailure(db, process.name, error);
    };
    const isTransient = (error: unknown) => !(error instanceof CommitsLost);
    await retry(react, { waitMs: exponential(100, 10_000), onFailure, isTransient, signal });
  };
  const onDropped = (error: unknown) => log('warn', `the subscription of ${process.name} dropped; resuming`, { error: String(error) });
  await follow(store, { after: checkpoint.position === -1n ? null : checkpoint.position, signal, gatherMs, onBatch, onDropped }).finally(
    () => idleCheckpoints.forget(process.name),
  );
}

/** Another holder of the duty may have moved the checkpoint on; only a database that lost commits brings it back. */
async function refuseLostCheckpoint(db: Database, name: string, saved: bigint): Promise<void> {
  const stored = (await checkpoints.all(db, 'process')).find((candidate) => candidate.name === name);
  const position = stored?.position ?? -1n;
  if (position < saved) throw new CommitsLost(`process ${name} stands at ${position} after ${saved} had been committed`);
}

async function noteFailure(db: Database, name: string, error: unknown): Promise<void> {
  await db('read_store.checkpoint')
    .where({ kind: 'process', name, version: 1 })
    .update({ stopped_error: String(error).slice(0, 2_000) })
    .catch(() => undefined);
}
