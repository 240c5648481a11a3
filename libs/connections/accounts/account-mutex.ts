import { FairSemaphore, Overloaded } from '@pps/concurrency';
import { Rejected } from '@pps/kernel';
import { type Database, type Transaction } from '@pps/read-store';
import { type Configuration } from '@pps/runtime';

const maxWaiting = 1_000;
const maxWaitMs = 20_000;
/** Longer than `work` may take: the transaction idles meanwhile, and other ones are ended after 4 s (libs/read-store/watch-connection.ts). */
const longestWorkMs = 35_000;
const lockNotAvailable = '55P03';

/**
 * A mutex for each account over all processes, by PostgreSQL's advisory locks. It guards what an append to the stream cannot: the account's
 * vault entries, and the refresh token, which the platform accepts only once.
 */
export class AccountMutex {
  private readonly connections: FairSemaphore;

  constructor(
    private readonly db: Database,
    { DATABASE_POOL_SIZE }: Pick<Configuration, 'DATABASE_POOL_SIZE'>,
  ) {
    // A holder occupies one connection while its work needs others of the same pool, so at most half of the pool may hold.
    const permits = Math.floor(DATABASE_POOL_SIZE / 2);
    this.connections = new FairSemaphore({ permits, queuePerKey: maxWaiting, queue: maxWaiting, waitMs: maxWaitMs });
  }

  /**
   * What `work` gives or throws; it should end within 30 s. Throws `Rejected('service_unavailable')` when 1,000 wait in this process, after
   * waiting 20 s for a free connection, or after waiting 20 s for the lock.
   */
  async runExclusive<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    const exclusive = async (tx: Transaction): Promise<T> => {
      await lockInDatabase(tx, accountId);
      return work();
    };
    try {
      return await this.connections.runExclusive(accountId, () => this.db.transaction(exclusive));
    } catch (error) {
      throw error instanceof Overloaded ? busy(accountId) : error;
    }
  }
}

async function lockInDatabase(tx: Transaction, accountId: string): Promise<void> {
  await tx.raw(`set local lock_timeout = ${maxWaitMs}; set local idle_in_transaction_session_timeout = ${longestWorkMs}`);
  try {
    await tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`account:${accountId}`]);
  } catch (error) {
    throw (error as { code?: unknown }).code === lockNotAvailable ? busy(accountId) : error;
  }
}

const busy = (accountId: string): Rejected => new Rejected('service_unavailable', 'The account is busy', { account_id: accountId });
