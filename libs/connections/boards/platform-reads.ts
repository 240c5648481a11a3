import { FairSemaphore, Overloaded, pause } from '@pps/concurrency';
import { Rejected } from '@pps/kernel';
import { SharedBuckets } from '@pps/rate-limits';
import type { Configuration } from '@pps/runtime';
import type { Connection } from '../accounts/connection.stream';

/** Name of the bucket that every read of boards at the platform counts in. */
const allPlatformReads = 'platform reads';

type Settings = Pick<Configuration, 'PLATFORM_READS_ACCOUNT' | 'PLATFORM_READS_GLOBAL'>;

const longestWaitMs = 3_000;

/**
 * Paces reads of the platform on behalf of users: a bucket for each account, and one for all that serves organizations round robin, so that nobody
 * uses up what the platform lets the whole app do. All processes share the buckets.
 */
export class PlatformReads {
  private readonly permits = new FairSemaphore({ permits: 1, queuePerKey: 20, queue: 1_000, waitMs: longestWaitMs });

  constructor(
    private readonly buckets: SharedBuckets,
    private readonly settings: Settings,
  ) {}

  /** Waits until the platform may be read once, 6 s at most. Throws `Rejected('platform_rate_limited')` where it may not be in that time. */
  async take({ accountId, organizationId }: Pick<Connection, 'accountId' | 'organizationId'>): Promise<void> {
    const seconds = await this.buckets.take(`platform reads of ${accountId}`, this.settings.PLATFORM_READS_ACCOUNT);
    if (seconds > 0) throw limited(seconds);
    try {
      await this.permits.runExclusive(organizationId, () => this.takeOfAll());
    } catch (error) {
      throw error instanceof Overloaded ? limited(longestWaitMs / 1_000) : error;
    }
  }

  private async takeOfAll(): Promise<void> {
    const deadline = performance.now() + longestWaitMs;
    for (;;) {
      const seconds = await this.buckets.take(allPlatformReads, this.settings.PLATFORM_READS_GLOBAL);
      if (seconds === 0) return;
      if (performance.now() + seconds * 1_000 > deadline) throw limited(seconds);
      await pause(seconds * 1_000);
    }
  }
}

const limited = (seconds: number): Rejected =>
  new Rejected('platform_rate_limited', 'Too many reads of the platform', { retry_after_seconds: Math.ceil(seconds) });

/** A board has at most so many pages that are read at once; their calls may be owed. */
const owedAtMost = 400;

/**
 * Paces what publishing reads of boards to learn outcomes: a bucket for each project, so that one with many unknown outcomes on large boards does not use
 * up what the platform lets the whole app do in a day. A read that has begun is not cut; its calls are owed, and the next read waits for them.
 * In the bucket of all accounts these reads count and go first: users' reads wait until there are tokens left over.
 */
export class ReconcilingReads {
  constructor(
    private readonly buckets: SharedBuckets,
    private readonly settings: Settings,
  ) {}

  /** Takes the first call of a read. Gives 0, else the seconds until the project may read again. */
  async take(projectId: string): Promise<number> {
    const seconds = await this.buckets.take(nameOf(projectId), { ...this.settings.PLATFORM_READS_ACCOUNT, owedAtMost });
    if (seconds === 0) await this.countForAll(1);
    return seconds;
  }

  /** Takes so many further calls of a read, whether there are tokens for them or not. */
  async owe(projectId: string, calls: number): Promise<void> {
    await this.buckets.owe(nameOf(projectId), { ...this.settings.PLATFORM_READS_ACCOUNT, owedAtMost }, calls);
    await this.countForAll(calls);
  }

  /** What is beyond an empty bucket is the project's own debt: all others go on with the next token. */
  private countForAll(calls: number): Promise<void> {
    return this.buckets.owe(allPlatformReads, this.settings.PLATFORM_READS_GLOBAL, calls);
  }
}

const nameOf = (projectId: string): string => `reconciliation reads of ${projectId}`;
