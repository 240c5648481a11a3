/** What the database's clock said at a moment of our monotonic clock, to how many milliseconds: half of the time that the question took. */
export interface DatabaseTime {
  readonly databaseMs: number;
  readonly monotonicMs: number;
  readonly exactToMs: number;
}

export interface DatabaseClockOptions {
  /** By how much the machine's clock may differ before it matters. */
  readonly toleranceMs: number;
  /** Called when the machine's clock was set, or the machine slept: how it stands to the database's is to be asked again. */
  readonly onSet?: () => void;
  readonly wallMs?: () => number;
  readonly monotonicMs?: () => number;
}

/** Machines that are kept in step differ by less. */
const inStepMs = 100;
/** What a wall clock that is steered gently, and a busy process, may differ by between two looks. */
const setBeyondMs = 500;

/**
 * The time by the database's clock, by which all hosts of an installation live: what one of them writes is due for another by the same clock. It is the
 * machine's own while that is in step, and before the first look; otherwise, and when that is set between two looks, it goes on by the monotonic clock,
 * which nobody can set.
 */
export class DatabaseClock {
  private readonly toleranceMs: number;
  private readonly onSet: () => void;
  private readonly wallMs: () => number;
  private readonly monotonicMs: () => number;
  /** How far the two clocks are ahead of the monotonic one. */
  private seen: { readonly databaseAheadMs: number; readonly wallAheadMs: number; readonly isInStep: boolean } | null = null;

  constructor({
    toleranceMs,
    onSet = () => undefined,
    wallMs = Date.now,
    monotonicMs = performance.now.bind(performance),
  }: DatabaseClockOptions) {
    this.toleranceMs = toleranceMs;
    this.onSet = onSet;
    this.wallMs = wallMs;
    this.monotonicMs = monotonicMs;
  }

  /** Takes over a look, as far as it is more exact than what it would change: slow answers do not make the time jump. */
  note({ databaseMs, monotonicMs, exactToMs }: DatabaseTime): void {
    const [aheadMs, wallAheadMs, before] = [databaseMs - monotonicMs, this.wallAheadMs(), this.seen];
    const differsMs = Math.abs(wallAheadMs - aheadMs);
    const wasInStep = before === null || (before.isInStep && !this.wasSetSince(before, wallAheadMs));
    const isInStep = wasInStep ? differsMs - exactToMs <= inStepMs : differsMs + exactToMs <= inStepMs;
    const agrees = before !== null && Math.abs(aheadMs - before.databaseAheadMs) <= exactToMs;
    const databaseAheadMs = isInStep ? wallAheadMs : agrees ? before.databaseAheadMs : aheadMs;
    this.seen = { databaseAheadMs, wallAheadMs, isInStep };
  }

  readonly now = (): Date => {
    const { seen } = this;
    if (!seen) return new Date(this.wallMs());
    const wasSet = this.wasSetSince(seen, this.wallAheadMs());
    if (wasSet) this.onSet();
    return new Date(seen.isInStep && !wasSet ? this.wallMs() : Math.floor(this.monotonicMs() + seen.databaseAheadMs));
  };

  /** Seconds that the machine's clock is ahead of the database's, negative where it is behind; null where that is tolerated. */
  machineTooFar(): number | null {
    const aheadMs = this.seen ? this.seen.wallAheadMs - this.seen.databaseAheadMs : 0;
    return Math.abs(aheadMs) > this.toleranceMs ? Math.round(aheadMs / 1_000) : null;
  }

  private wallAheadMs(): number {
    return this.wallMs() - this.monotonicMs();
  }

  private wasSetSince({ wallAheadMs }: { readonly wallAheadMs: number }, nowAheadMs: number): boolean {
    return Math.abs(nowAheadMs - wallAheadMs) > setBeyondMs;
  }
}
