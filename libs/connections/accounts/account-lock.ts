import { Inject, Injectable } from '@nestjs/common';
import { Rejected } from '@pps/kernel';
import { DATABASE, type Database, type Transaction } from '@pps/read-store';

const mostHeld = 2;
const mostWaiting = 1_000;

/** One holder per account over all processes, for what the stream cannot decide alone: the vault's rows, the platform's one-time refresh. */
@Injectable()
export class AccountLock {
  private held = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(@Inject(DATABASE) private readonly db: Database) {}

  /** Waits at most 20 s for other processes; the work should end within 30 s. Throws `Rejected` `service_unavailable` after that, or when 1,000 wait here. */
  async hold<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    await this.enter();
    try {
      return await this.db.transaction(async (tx) => {
        await lock(tx, accountId);
        return work();
      });
    } finally {
      this.leave();
    }
  }

  // A holder keeps a connection while its work needs others of the same pool.
  private async enter(): Promise<void> {
    if (this.held < mostHeld) {
      this.held++;
      return;
    }
    if (this.waiting.length >= mostWaiting) throw new Rejected('service_unavailable', 'Too many accounts wait for a token');
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  private leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.held--;
  }
}

const lockNotAvailable = '55P03';

async function lock(tx: Transaction, accountId: string): Promise<void> {
  await tx.raw(`set local lock_timeout = '20s'`);
  try {
    await tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`account:${accountId}`]);
  } catch (error) {
    if ((error as { code?: unknown }).code !== lockNotAvailable) throw error;
    throw new Rejected('service_unavailable', 'The account is busy', { account_id: accountId });
  }
}
