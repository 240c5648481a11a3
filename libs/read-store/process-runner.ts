import { exponential, retry } from '@pps/concurrency';
import { follow, type EventStore, type RecordedFact } from '@pps/event-store';
import { checkpoints } from './checkpoint.store';
import type { Database } from './database';
import { refuseForeign } from './refuse-foreign';

/** Answers facts by commands. A batch may be given again after a crash: handlers are idempotent by deterministic ids. */
export interface Process<State = unknown> {
  readonly name: string;
  /** Where a process that is new begins; its checkpoint is never reset afterwards. */
  readonly startsAt: 'beginning' | 'now';
  readonly handles: readonly string[];
  /** What the process keeps with its checkpoint; `react` answers what to keep from now on. */
  readonly initial: State;
  readonly react: (facts: readonly RecordedFact[], state: State) => Promise<State>;
}

export interface ProcessRunnerOptions {
  readonly db: Database;
  readonly store: EventStore;
  readonly signal: AbortSignal;
  readonly log: (level: 'info' | 'warn' | 'error', message: string, fields?: object) => void;
}

const idleCheckpointEveryMs = 1_000;
// What one request leads to is answered in one go.
const gatherMs = 10;

/** Runs one process for as long as `signal` allows; one that fails backs off (up to 10 s) and tries the same batch again. Throws `ForeignCheckpoint` at the start. */
export async function runProcess<State>(process: Process<State>, options: ProcessRunnerOptions): Promise<void> {
  const { db, store, signal, log } = options;
  const storeId = await store.identity();
  const start = process.startsAt === 'now' ? await store.head() : -1n;
  const checkpoint = await db.transaction((tx) => checkpoints.lock(tx, 'process', process.name, 1, storeId, start));
  await refuseForeign(db, 'process', [checkpoint], storeId, await store.head());
  let state = (checkpoint.state ?? process.initial) as State;
  let keptAt = 0;
  let idle: NodeJS.Timeout | undefined;

  const keep = async (position: bigint, next: State) => {
    // Not waited for on the disk: a batch whose checkpoint is lost is given again, as after any crash.
    await db.raw(
      `with unhurried as materialized (select set_config('synchronous_commit', 'off', true))
       update read_store.checkpoint set position = :position::bigint, state = :state::jsonb, stopped_error = null, updated_at = now()
       from unhurried where kind = 'process' and name = :name and version = 1 and position <= :position::bigint`,
      { name: process.name, position: position.toString(), state: JSON.stringify(next) },
    );
    keptAt = performance.now();
  };

  const onBatch = async (facts: readonly RecordedFact[]) => {
    clearTimeout(idle);
    const relevant = facts.filter((fact) => process.handles.includes(fact.type));
    const position = facts.at(-1)?.position;
    if (position === undefined) return;
    const wait = keptAt + idleCheckpointEveryMs - performance.now();
    if (relevant.length === 0 && wait > 0) {
      // In a quiet log no batch may follow, and the checkpoint would look as if facts were left to do.
      idle = setTimeout(() => void keep(position, state).catch(() => undefined), wait);
      return;
    }
    const react = async () => {
      const next = relevant.length > 0 ? await process.react(relevant, state) : state;
      await keep(position, next);
      // Only now: a batch that is tried again must find the state it was first given.
      state = next;
    };
    const onFailure = async (error: unknown, waitMs: number) => {
      log('error', `process ${process.name} failed; trying again in ${waitMs} ms`, { error: String(error) });
      await noteFailure(db, process.name, error);
    };
    await retry(react, { waitMs: exponential(100, 10_000), onFailure, signal });
  };
  const onDropped = (error: unknown) => log('warn', `the subscription of ${process.name} dropped; resuming`, { error: String(error) });
  await follow(store, { after: checkpoint.position === -1n ? null : checkpoint.position, signal, gatherMs, onBatch, onDropped }).finally(
    () => clearTimeout(idle),
  );
}

async function noteFailure(db: Database, name: string, error: unknown): Promise<void> {
  await db('read_store.checkpoint')
    .where({ kind: 'process', name, version: 1 })
    .update({ stopped_error: String(error).slice(0, 2_000) })
    .catch(() => undefined);
}
