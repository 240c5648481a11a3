import type { SeenServer } from './inspect-server';

/** How far this process's clock is from the database's, as the last look showed. */
export class ClockDifference {
  private aheadMs = 0;

  /** Beyond `toleranceMs` it matters. */
  constructor(private readonly toleranceMs: number) {}

  note({ clockAheadMs }: Pick<SeenServer, 'clockAheadMs'>): void {
    this.aheadMs = clockAheadMs;
  }

  /** Seconds that it is ahead, negative where it is behind; null where that is tolerated. */
  tooFar(): number | null {
    return Math.abs(this.aheadMs) > this.toleranceMs ? Math.round(this.aheadMs / 1_000) : null;
  }
}
