import { exponential, linkAbort, pause } from '@pps/concurrency';
import type { EventStore, FactSubscription } from './event-store';
import { inBatches } from './in-batches';
import type { RecordedFact } from './recorded-fact';

export interface FollowOptions {
  /** The last position already handled; null = from the beginning of the log. */
  readonly after: bigint | null;
  readonly signal: AbortSignal;
  /** Facts per batch at most (default 500); twice as many wait in memory at most. */
  readonly maxBatch?: number;
  /**
   * Milliseconds that each batch waits for more facts unless it is full (default 0): the facts of one request come close together, and what a batch
   * costs whatever its size is paid less often where facts come all the time.
   */
  readonly gatherMs?: number;
  /** Called once per batch, never two at a time. What it throws ends `follow`. */
  readonly onBatch: (facts: readonly RecordedFact[]) => Promise<void>;
  readonly onDropped?: (error: unknown) => void;
  /**
   * Where to go on after a drop, that of the last batch by default: for who has not stored all of it, as what comes next may be of another server's log.
   * What it throws ends `follow`.
   */
  readonly resumeAfter?: (last: bigint | null) => bigint | null | Promise<bigint | null>;
}

// No longer, as readers wait for what the follower sees after an election.
const waitMs = exponential(100, 1_000);

/** Follows the whole log until `signal` aborts: it waits for a slow handler and resumes a dropped subscription. */
export async function follow(store: EventStore, options: FollowOptions): Promise<void> {
  let after = options.after;
  let failures = 0;
  while (!options.signal.aborted) {
    const local = linkAbort(options.signal);
    try {
      for await (const batch of batchesOf(store.subscribe(after, local.signal), options)) {
        if (options.signal.aborted) return;
        await options.onBatch(batch).catch((error: unknown) => {
          throw new HandlerFailed(error);
        });
        after = batch.at(-1)?.position ?? after;
        failures = 0;
      }
      throw new Error('the subscription ended');
    } catch (error) {
      if (error instanceof HandlerFailed) throw error.cause;
      if (!options.signal.aborted) options.onDropped?.(error);
    } finally {
      local.abort();
      local.release();
    }
    if (options.signal.aborted) return;
    if (options.resumeAfter) after = await options.resumeAfter(after);
    await pause(waitMs(++failures) * (0.5 + Math.random() / 2), options.signal);
  }
}

function batchesOf(facts: FactSubscription, { maxBatch = 500, gatherMs = 0 }: FollowOptions): AsyncIterable<readonly RecordedFact[]> {
  return facts.batches?.(maxBatch, gatherMs) ?? inBatches(facts, maxBatch, gatherMs);
}

class HandlerFailed extends Error {
  constructor(override readonly cause: unknown) {
    super('the handler of a batch failed');
  }
}
