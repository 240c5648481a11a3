import { databaseProblemOf, describeDatabaseError, type DatabaseProblem } from './is-database-unavailable';

/** What cannot be done with the database now, and why. */
export interface DatabaseTrouble {
  readonly problem: DatabaseProblem;
  /** The database's own words, which may name what is inside. */
  readonly reason: string;
}

/** Longer than a commit takes on a machine that stands still for a moment. */
const overdueMs = 10_000;

/** What an error of the database means for those who ask whether this process can do its work. */
export const databaseTroubleOf = (error: unknown): DatabaseTrouble => ({
  problem: databaseProblemOf(error),
  reason: describeDatabaseError(error),
});

/** Whether the database takes writes now, as the commits show that a process makes once a second anyway. */
export class DatabaseWrites {
  private confirmedAt = performance.now();
  private failure: DatabaseTrouble | null = null;
  private full: DatabaseTrouble | null = null;
  private readonly missingStandbyListeners = new Set<() => void>();

  /** To be called after each commit, with what it failed with or null. */
  note(error: unknown): void {
    const failure = error === null ? null : databaseTroubleOf(error);
    if (error === null) this.confirmedAt = performance.now();
    if (failure?.problem === 'no_standby') for (const listener of this.missingStandbyListeners) listener();
    // A commit that waits for a standby ends with other errors too, or finds no connection any more; only one that is confirmed shows that it is over.
    if (failure === null || this.failure?.problem !== 'no_standby') this.failure = failure;
  }

  /** Calls the listener about each second while commits wait for a synchronous standby that is away. */
  onMissingStandby(listener: () => void): void {
    this.missingStandbyListeners.add(listener);
  }

  /** To be called after each look for space on the database's disk, with what it failed with or null; of other failures than a full disk the commits tell. */
  noteSpace(error: unknown): void {
    if (error === null) this.full = null;
    else if (databaseProblemOf(error) === 'disk_full') this.full = databaseTroubleOf(error);
  }

  /** Why nothing can be written at the moment; null where it can. */
  trouble(): DatabaseTrouble | null {
    const known = this.failure ?? this.full;
    if (known !== null) return known;
    const silentMs = performance.now() - this.confirmedAt;
    return silentMs > overdueMs ? { problem: 'no_answer', reason: `no commit was confirmed for ${Math.round(silentMs / 1_000)} s` } : null;
  }
}
