import { runPrepared } from './run-prepared';
import type { Database } from './database';

export interface PassedFacts {
  /** Of the last fact that the process had nothing to do about. */
  readonly position: bigint;
  /** Where its checkpoint stands. */
  readonly saved: bigint;
  /** Whether the checkpoint was moved on; not called when the database did not answer. */
  readonly onStored: (isMoved: boolean) => void;
}

const storeEveryMs = 1_000;

/**
 * Moves the checkpoints of processes past facts that they have nothing to do about, all by one statement and at most once a second: otherwise each
 * process would store its own, while a busy log gives most of them nothing to do. What is lost is only seen again and passed again.
 */
export class IdleCheckpoints {
  private readonly waiting = new Map<string, PassedFacts>();
  private isDue = false;

  constructor(private readonly db: Database) {}

  /** Stores this within a second, unless more is noted of the process until then or it is forgotten. */
  note(process: string, passed: PassedFacts): void {
    this.waiting.set(process, passed);
    if (this.isDue) return;
    this.isDue = true;
    setTimeout(() => void this.store(), storeEveryMs).unref();
  }

  /** The process stores its checkpoint itself, or has ended. */
  forget(process: string): void {
    this.waiting.delete(process);
  }

  private async store(): Promise<void> {
    const passed = new Map(this.waiting);
    this.waiting.clear();
    this.isDue = false;
    if (passed.size === 0) return;
    const all = [...passed];
    // Without waiting for the disk, as it may be lost.
    const stored = await runPrepared<{ rows: { name: string }[] }>(
      this.db,
      `with unhurried as materialized (select set_config('synchronous_commit', 'off', true))
       update read_store.checkpoint set position = passed.position, updated_at = now()
       from unhurried, unnest(:names::text[], :positions::bigint[], :saved::bigint[]) as passed (name, position, saved)
       where kind = 'process' and checkpoint.name = passed.name and version = 1
         and checkpoint.position between passed.saved and passed.position
       returning checkpoint.name`,
      {
        names: all.map(([name]) => name),
        positions: all.map(([, { position }]) => position.toString()),
        saved: all.map(([, { saved }]) => saved.toString()),
      },
    ).catch(() => undefined);
    if (!stored) return;
    const moved = new Set(stored.rows.map(({ name }) => name));
    for (const [name, { onStored }] of passed) onStored(moved.has(name));
  }
}
