import { FairSemaphore, Overloaded } from '@pps/concurrency';

export interface BulkPermitsOptions {
  /** How far the read models are behind that requests wait for, in milliseconds. */
  readonly lag: () => number;
  /** Resolves when that may have changed, or after so many milliseconds. */
  readonly moved: (ms: number) => Promise<unknown>;
  /** Bulk work begins while they are no further behind. */
  readonly longestLagMs: number;
  /** However far behind they are, the next bulk work begins after so long. */
  readonly heldMs: number;
  readonly queuePerKey: number;
  /** Milliseconds on a clock that cannot be set. */
  readonly monotonic: () => number;
}

export interface BulkPermit {
  readonly release: () => void;
  readonly waitedMs: number;
}

/** How many organizations at their own bound may wait together. */
const fullQueues = 10;
/** The lag of what does not move grows without anybody saying so. */
const lookAgainMs = 50;
/** Who waits is bounded by its own patience, and never by the semaphore's. */
const unbounded = 2 ** 31 - 1;
/** Of a portion in the middle of something: it goes on, as what was begun is to end. */
const betweenPortionsMs = 2_000;
/** Work that takes longer, because it waits for the platform for one, keeps the next no longer. */
const longestWorkMs = 1_000;

/**
 * Lets bulk work append no faster than the read models follow that requests wait for: one at a time in this process, organizations round robin, and
 * the next one only while these read models are hardly behind. Neither they nor work that waits for something else hold anybody up for ever: after
 * `heldMs`, or a second of work, the next one begins all the same.
 */
export class BulkPermits {
  private readonly semaphore: FairSemaphore;
  private held = 0;

  constructor(private readonly options: BulkPermitsOptions) {
    const { queuePerKey } = options;
    this.semaphore = new FairSemaphore({ permits: 1, queuePerKey, queue: queuePerKey * fullQueues, waitMs: unbounded });
  }

  /** How much bulk work waits now. */
  get backlog(): number {
    return this.semaphore.backlog + this.held;
  }

  /** Waits for a permit. Throws the signal's reason when it aborts before, and `Overloaded` where too many wait; nothing was begun then. */
  async acquire(organizationId: string, signal?: AbortSignal): Promise<BulkPermit> {
    const from = this.options.monotonic();
    const release = await this.semaphore.acquire(organizationId, signal);
    try {
      await this.waitForReadModels(this.options.heldMs, signal);
    } catch (error) {
      release();
      throw error;
    }
    const timer = setTimeout(release, Math.min(longestWorkMs, this.options.heldMs)).unref();
    const releaseAtOnce = () => {
      clearTimeout(timer);
      release();
    };
    return { release: releaseAtOnce, waitedMs: this.options.monotonic() - from };
  }

  /** Runs a portion of work that nobody waits for, when it has a permit; too many others that wait do not refuse it. */
  async run<T>(organizationId: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const { release } = await this.acquireInTheEnd(organizationId, signal);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Between two portions of what has a permit: waits for the read models, but not for long. */
  betweenPortions(): Promise<void> {
    return this.waitForReadModels(betweenPortionsMs);
  }

  private async acquireInTheEnd(organizationId: string, signal?: AbortSignal): Promise<BulkPermit> {
    for (;;) {
      try {
        return await this.acquire(organizationId, signal);
      } catch (error) {
        if (!(error instanceof Overloaded)) throw error;
        await this.options.moved(lookAgainMs);
      }
    }
  }

  private async waitForReadModels(atMostMs: number, signal?: AbortSignal): Promise<void> {
    const { lag, longestLagMs, moved, monotonic } = this.options;
    const until = monotonic() + atMostMs;
    this.held++;
    try {
      for (let left = atMostMs; lag() > longestLagMs && left > 0; left = until - monotonic()) {
        signal?.throwIfAborted();
        await moved(Math.min(left, lookAgainMs));
      }
      signal?.throwIfAborted();
    } finally {
      this.held--;
    }
  }
}
