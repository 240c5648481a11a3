import { FairSemaphore, Overloaded, pause } from '@pps/concurrency';
import { Rejected } from '@pps/kernel';
import { SharedBuckets } from '@pps/rate-limits';
import { type Configuration } from '@pps/runtime';
import type { Connection } from '../accounts/connection.state';
import { allPlatformReads } from './all-platform-reads';

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
