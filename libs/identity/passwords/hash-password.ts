import { hash, verify } from '@node-rs/argon2';
import { FairSemaphore } from '@pps/concurrency';
import type { Configuration } from '@pps/runtime';

// argon2id (RFC 9106) with the costs that OWASP recommends: 19 MiB, two passes.
const costs = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hash of a password that nobody has: verifying against it takes as long as against a real one. */
const dummyHash = '$argon2id$v=19$m=19456,t=2,p=1$8Xgyn+CNU1m0se3JzX0qHQ$7lhsQeV5tx8Qcn0Q32cpduNyCnVWCI02CyLf8SUjRng';

/** The argon2id hash of a password in PHC form. It takes a core for tens of milliseconds: call it with one of the `HashingPermits`. */
export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFC'), costs);

/** Whether a password fits a hash, at the cost of `hashPassword`. Without a hash it takes the same time and answers false. */
export async function verifyPassword(password: string, phc: string | null): Promise<boolean> {
  const fits = await verify(phc ?? dummyHash, password.normalize('NFC'));
  return fits && phc !== null;
}

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
