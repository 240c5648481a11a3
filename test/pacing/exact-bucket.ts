/** Parts of a token: a refill of so many millionths a second is exact to the microsecond. */
const tokenParts = 1_000_000_000_000n;

export interface ExactRate {
  readonly capacity: bigint;
  /** Per microsecond. */
  readonly refill: bigint;
}

export interface ExactBucket {
  readonly tokens: bigint;
  /** Microseconds. */
  readonly updatedAt: bigint;
}

/** Capacity in whole tokens; the refill per second in whole millionths. */
export const exactRate = (capacity: number, refillPerSecond: number): ExactRate => ({
  capacity: BigInt(capacity) * tokenParts,
  refill: BigInt(Math.round(refillPerSecond * 1_000_000)),
});

/** The tokens of a bucket at a moment not before its last change, in parts of a token. */
export function tokensAt({ tokens, updatedAt }: ExactBucket, at: bigint, { capacity, refill }: ExactRate): bigint {
  const passed = at > updatedAt ? at - updatedAt : 0n;
  const refilled = tokens + passed * refill;
  return refilled < capacity ? refilled : capacity;
}

/** What must be in the bucket for a call of this cost: its tokens, and what is refilled while a call may still be on its way. */
export function needed(cost: number, { capacity, refill }: ExactRate, leadMicros: bigint): bigint {
  const tokens = BigInt(cost) * tokenParts;
  const room = capacity > tokens ? capacity - tokens : 0n;
  const lead = refill * leadMicros;
  return tokens + (lead < room ? lead : room);
}

export const inTokens = (parts: bigint): number => Number(parts) / Number(tokenParts);

/** Watches calls as they start; `excess` is by how much a window ever held more than the bucket allows, in parts of a token. */
export class WindowWatch {
  excess = 0n;
  private bucket: ExactBucket | undefined;

  constructor(private readonly rate: ExactRate) {}

  /** Moments come in order. */
  started(at: bigint, cost: number): void {
    const left = tokensAt(this.bucket ?? { tokens: this.rate.capacity, updatedAt: at }, at, this.rate) - BigInt(cost) * tokenParts;
    if (-left > this.excess) this.excess = -left;
    this.bucket = { tokens: left, updatedAt: at };
  }
}
