import { callStartsWithinMs } from '@pps/pins';

/** A token bucket as it stands now. */
export interface BucketNow {
  readonly tokens: number;
  readonly capacity: number;
  readonly refillPerSecond: number;
  /** Nothing is taken before this moment, in milliseconds since 1970. */
  readonly parkedUntilMs: number | null;
}

/** A token bucket in the time to come: its time goes on with each call that is taken. */
export class BucketOutlook {
  /** Of the newest call. */
  timeMs: number;
  private tokens: number;
  private readonly perMs: number;

  constructor(
    private readonly bucket: BucketNow,
    nowMs: number,
  ) {
    this.timeMs = Math.max(nowMs, bucket.parkedUntilMs ?? 0);
    this.tokens = Math.min(bucket.capacity, bucket.tokens + ((this.timeMs - nowMs) / 1000) * bucket.refillPerSecond);
    this.perMs = bucket.refillPerSecond / 1000;
  }

  /** Tokens at a moment, if nothing is taken before it; those owed count as less than none. */
  tokensAt(atMs: number): number {
    return Math.min(this.bucket.capacity, this.tokens + Math.max(0, atMs - this.timeMs) * this.perMs);
  }

  /** From when on a call of this cost may start after `before` tokens of others; what is refilled while it may be under way does not count yet. */
  opensMs(fromMs: number, cost: number, before = 0): number {
    const from = Math.max(fromMs, this.timeMs);
    const one = Math.min(cost, this.bucket.capacity);
    const heldBack = Math.max(0, Math.min(this.perMs * callStartsWithinMs, this.bucket.capacity - one));
    const lacking = before + one + heldBack - this.tokensAt(from);
    return lacking <= 0 ? from : from + lacking / this.perMs;
  }

  /** Takes the tokens of a call that starts then; where it costs more than there are, the rest is owed. */
  take(atMs: number, cost: number): void {
    this.tokens = this.tokensAt(atMs) - cost;
    this.timeMs = Math.max(this.timeMs, atMs);
  }
}
