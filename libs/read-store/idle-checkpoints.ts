import { runPrepared } from './run-prepared';
import type { Database } from './database';
import { logElsewhere, type OwnLog } from './own-log';

export interface PassedFacts {
  /** Of the last fact that the process had nothing to do about. */
  readonly position: bigint;
  readonly eventId: string;
  /** Where its checkpoint stands. */
  readonly saved: bigint;
  /** Whether the checkpoint was moved on; not called for a process that was forgotten meanwhile. */
  readonly onStored: (isMoved: boolean) => void;
}

const storeEveryMs = 1_000;

/**
 * Moves the checkpoints of processes past facts that they have nothing to do about, all by one statement and at most once a second: otherwise each
 * process would store its own, while a busy log gives most of them nothing to do. What is lost is only seen again and passed again.
 */
export class IdleCheckpoints {
  private waiting = new Map<string, PassedFacts>();
  private storing = new Map<string, PassedFacts>();
  private isDue = false;

  constructor(
    private readonly db: Database,
    private readonly ownLog: OwnLog = logElsewhere,
  ) {}

  /** Stores this within some seconds, unless more is noted of the process until then or it is forgotten. */
  note(process: string, passed: PassedFacts): void {
    this.waiting.set(process, passed);
    if (this.isDue) return;
    this.isDue = true;
    setTimeout(() => void this.store(), storeEveryMs).unref();
  }

  /** The process stores its checkpoint itself, or has ended. */
  forget(process: string): void {
    this.waiting.delete(process);
    this.storing.delete(process);
  }

  /** One at a time. What could not be stored is tried again. */
  private async store(): Promise<void> {
    this.storing = this.waiting;
    this.waiting = new Map();
    const stored = await this.moveOn([...this.storing]).catch(() => []);
    for (const { name, is_moved } of stored) {
      this.storing.get(name)?.onStored(is_moved);
      this.storing.delete(name);
    }
    this.isDue = false;
    for (const [name, passed] of this.storing) if (!this.waiting.has(name)) this.waiting.set(name, passed);
    this.storing = new Map();
    const [next] = this.waiting;
    if (next) this.note(...next);
  }

  /** Without waiting for the disk, as it may be lost. Gives no row for a checkpoint that somebody else holds at the moment. */
  private async moveOn(passed: readonly (readonly [name: string, passed: PassedFacts])[]): Promise<{ name: string; is_moved: boolean }[]> {
    if (passed.length === 0) return [];
    const { rows } = await runPrepared<{ rows: { name: string; is_moved: boolean }[] }>(
      this.db,
      `with unhurried as materialized (select set_config('synchronous_commit', 'off', true)),
       passed as (select * from unnest(:names::text[], :positions::bigint[], :saved::bigint[], :ids::uuid[]) as passed (name, position, saved, event_id)),
       held as materialized (
         select name from read_store.checkpoint where kind = 'process' and version = 1 and name in (select name from passed)
         for update skip locked),
       moved as (
         update read_store.checkpoint set position = passed.position, stopped_error = null, updated_at = now()
         from unhurried, held join passed using (name)
         where kind = 'process' and checkpoint.name = held.name and version = 1
           and checkpoint.position between passed.saved and passed.position
           and ${this.ownLog('passed.position', 'passed.event_id')}
         returning checkpoint.name)
       select held.name, moved.name is not null as is_moved from held left join moved using (name)`,
      {
        names: passed.map(([name]) => name),
        positions: passed.map(([, { position }]) => position.toString()),
        ids: passed.map(([, { eventId }]) => eventId),
        saved: passed.map(([, { saved }]) => saved.toString()),
      },
    );
    return rows;
  }
}
