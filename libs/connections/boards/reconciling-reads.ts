import type { SharedBuckets } from '@pps/rate-limits';
import type { Configuration } from '@pps/runtime';
import { allPlatformReads } from './all-platform-reads';

type Settings = Pick<Configuration, 'PLATFORM_READS_ACCOUNT' | 'PLATFORM_READS_GLOBAL'>;

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
