/** One event of the log. `created` counts 100 ns ticks since the Unix epoch; `data` and `metadata` are the writer's bytes. */
export interface StoredEvent {
  readonly position: bigint;
  readonly stream: string;
  readonly revision: bigint;
  readonly id: string;
  readonly type: string;
  readonly isJson: boolean;
  readonly data: Buffer;
  readonly metadata: Buffer;
  readonly created: bigint;
  /** The event as an encoded ReadResp with a textual id; undefined until a reader needs it. */
  encoded: Buffer | undefined;
}

/** Revision of a tombstone, and the `$tb` of a soft-deleted stream. */
export const tombstoneRevision = 9223372036854775807n;

/** Revision of a stream without events. */
export const noRevision = -1n;

const ticksPerMillisecond = 10_000n;

/** Milliseconds since the Unix epoch as 100 ns ticks. */
export function toTicks(milliseconds: number): bigint {
  return BigInt(Math.trunc(milliseconds)) * ticksPerMillisecond;
}
