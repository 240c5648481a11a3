import { Inject, Injectable } from '@nestjs/common';
import { Rejected } from '@pps/kernel';
import { DATABASE, type Database, type Transaction } from '@pps/read-store';
import { CONFIGURATION, type Configuration } from '@pps/runtime';

const mostWaiting = 1_000;
const patienceMs = 20_000;
const lockNotAvailable = '55P03';

/** One holder per account over all processes, for what the stream cannot decide alone: the vault's rows, the platform's one-time refresh. */
@Injectable()
export class AccountLock {
  private readonly waiting = new Set<() => void>();
  private readonly mostHeld: number;
  private held = 0;

  constructor(
    @Inject(DATABASE) private readonly db: Database,
    @Inject(CONFIGURATION) { DATABASE_POOL_SIZE }: Pick<Configuration, 'DATABASE_POOL_SIZE'>,
  ) {
    // A holder keeps a connection while its work needs others of the same pool.
    this.mostHeld = Math.floor(DATABASE_POOL_SIZE / 2);
  }

  /**
   * The work should end within 30 s. Throws `Rejected` `service_unavailable` when 1,000 wait in this process, or after waiting 20 s for a
   * place here or 20 s for the account's holder elsewhere.
   */
  async hold<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    await this.enter(accountId);
    try {
      return await this.db.transaction(async (tx) => {
        await lock(tx, accountId);
        return work();
      });
    } finally {
      this.leave();
    }
  }

  private async enter(accountId: string): Promise<void> {
    if (this.held < this.mostHeld) {
      this.held++;
      return;
    }
    if (this.waiting.size >= mostWaiting) throw busy(accountId);
    await new Promise<void>((resolve, reject) => {
      const goOn = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.waiting.delete(goOn);
        reject(busy(accountId));
      }, patienceMs);
      this.waiting.add(goOn);
    });
  }

  private leave(): void {
    const [next] = this.waiting;
    if (!next) {
      this.held--;
      return;
    }
    this.waiting.delete(next);
    next();
  }
}

async function lock(tx: Transaction, accountId: string): Promise<void> {
  await tx.raw(`set local lock_timeout = ${patienceMs}`);
  try {
    await tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`account:${accountId}`]);
  } catch (error) {
    throw (error as { code?: unknown }).code === lockNotAvailable ? busy(accountId) : error;
  }
}

const busy = (accountId: string): Rejected => new Rejected('service_unavailable', 'The account is busy', { account_id: accountId });
