import type { SeenServer } from './inspect-server';

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
  private machineAheadMs = 0;

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

  /** Takes over a look. One that agrees with the time so far to how exact it is moves nothing, so that slow answers do not make the time jump. */
  note({ clockAheadMs, time }: Pick<SeenServer, 'clockAheadMs' | 'time'>): void {
    this.machineAheadMs = clockAheadMs;
    const aheadMs = time.databaseMs - time.monotonicMs;
    const before = this.seen?.databaseAheadMs;
    const agrees = before !== undefined && Math.abs(aheadMs - before) <= time.exactToMs;
    const isInStep = Math.abs(clockAheadMs) <= inStepMs;
    const wallAheadMs = this.wallMs() - this.monotonicMs();
    this.seen = { databaseAheadMs: isInStep ? wallAheadMs : agrees ? before : aheadMs, wallAheadMs, isInStep };
  }

  readonly now = (): Date => {
    const { seen } = this;
    const [wallMs, monotonicMs] = [this.wallMs(), this.monotonicMs()];
    if (!seen) return new Date(wallMs);
    const wasSet = Math.abs(wallMs - monotonicMs - seen.wallAheadMs) > setBeyondMs;
    if (wasSet) this.onSet();
    return new Date(seen.isInStep && !wasSet ? wallMs : Math.floor(monotonicMs + seen.databaseAheadMs));
  };

  /** Seconds that the machine's clock is ahead of the database's, negative where it is behind; null where that is tolerated. */
  machineTooFar(): number | null {
    return Math.abs(this.machineAheadMs) > this.toleranceMs ? Math.round(this.machineAheadMs / 1_000) : null;
  }
}
