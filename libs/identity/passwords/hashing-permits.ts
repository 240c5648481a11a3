import { FairSemaphore } from '@pps/concurrency';
import type { Configuration } from '@pps/runtime';

export type HashingSettings = Pick<Configuration, 'REGISTRATIONS_AT_ONCE' | 'LOGINS_AT_ONCE' | 'PASSWORD_CHANGES_AT_ONCE' | 'HASHING_WAIT'>;

const queue = { queuePerKey: 1_000, queue: 2_000 };
/** How long after a login others are expected. */
const loginsExpectedMs = 2_000;
const pauseFactor = 3;
const longestPauseMs = 500;

/**
 * Where passwords are hashed, which takes a core for tens of milliseconds: registrations, logins and changes of a password each have permits of
 * their own, so that a flood of one slows none of the others. In each, client networks (or people) are served round robin. All methods throw `Overloaded`
 * where too many wait or the wait is over.
 */
export class HashingPermits {
  private readonly registrations: FairSemaphore;
  private readonly logins: FairSemaphore;
  private readonly passwordChanges: FairSemaphore;
  private loginAskedAt = -Infinity;

  constructor({ REGISTRATIONS_AT_ONCE, LOGINS_AT_ONCE, PASSWORD_CHANGES_AT_ONCE, HASHING_WAIT: waitMs }: HashingSettings) {
    this.registrations = new FairSemaphore({ permits: REGISTRATIONS_AT_ONCE, ...queue, waitMs });
    this.logins = new FairSemaphore({ permits: LOGINS_AT_ONCE, ...queue, waitMs });
    this.passwordChanges = new FairSemaphore({ permits: PASSWORD_CHANGES_AT_ONCE, ...queue, waitMs });
  }

  /** Runs a whole registration: what it writes, and what follows from that, costs more than its hash. While people log in, its permit is free again only after a pause. */
  async register<T>(network: string, work: () => Promise<T>): Promise<T> {
    const release = await this.registrations.acquire(network);
    const begun = performance.now();
    try {
      return await work();
    } finally {
      const pauseMs = Math.min(longestPauseMs, pauseFactor * (performance.now() - begun));
      if (performance.now() - this.loginAskedAt > loginsExpectedMs) release();
      else setTimeout(release, pauseMs).unref();
    }
  }

  logIn<T>(network: string, work: () => Promise<T>): Promise<T> {
    this.loginAskedAt = performance.now();
    return this.logins.runExclusive(network, work);
  }

  changePassword<T>(userId: string, work: () => Promise<T>): Promise<T> {
    return this.passwordChanges.runExclusive(userId, work);
  }
}
