import { Inject, Injectable } from '@nestjs/common';
import { Rejected } from '@pps/kernel';
import { DATABASE, type Database, type Transaction } from '@pps/read-store';
import { CONFIGURATION, type Configuration } from '@pps/runtime';

const maxWaiting = 1_000;
const maxWaitMs = 20_000;
const lockNotAvailable = '55P03';

/**
 * A mutex for each account over all processes, by PostgreSQL's advisory locks. It guards what an append to the stream cannot: the account's
 * vault entries, and the refresh token, which the platform accepts only once.
 */
@Injectable()
export class AccountMutex {
  private readonly waiting = new Set<() => void>();
  private readonly maxHeld: number;
  private held = 0;

  constructor(
    @Inject(DATABASE) private readonly db: Database,
    @Inject(CONFIGURATION) { DATABASE_POOL_SIZE }: Pick<Configuration, 'DATABASE_POOL_SIZE'>,
  ) {
    // A holder occupies one connection while its work needs others of the same pool, so at most half of the pool may hold.
    this.maxHeld = Math.floor(DATABASE_POOL_SIZE / 2);
  }

  /**
   * What `work` gives or throws; it should end within 30 s. Throws `Rejected('service_unavailable')` when 1,000 wait in this process, after
   * waiting 20 s for a free connection, or after waiting 20 s for the lock.
   */
  async runExclusive<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    await this.acquireSlot(accountId);
    try {
      return await this.db.transaction(async (tx) => {
        await lockInDatabase(tx, accountId);
        return work();
      });
    } finally {
      this.releaseSlot();
    }
  }

  private async acquireSlot(accountId: string): Promise<void> {
    if (this.held < this.maxHeld) {
      this.held++;
      return;
    }
    if (this.waiting.size >= maxWaiting) throw busy(accountId);
    await new Promise<void>((resolve, reject) => {
      const resume = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.waiting.delete(resume);
        reject(busy(accountId));
      }, maxWaitMs);
      this.waiting.add(resume);
    });
  }

  private releaseSlot(): void {
    const [next] = this.waiting;
    if (!next) {
      this.held--;
      return;
    }
    this.waiting.delete(next);
    next();
  }
}

async function lockInDatabase(tx: Transaction, accountId: string): Promise<void> {
  await tx.raw(`set local lock_timeout = ${maxWaitMs}`);
  try {
    await tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`account:${accountId}`]);
  } catch (error) {
    throw (error as { code?: unknown }).code === lockNotAvailable ? busy(accountId) : error;
  }
}

const busy = (accountId: string): Rejected => new Rejected('service_unavailable', 'The account is busy', { account_id: accountId });
