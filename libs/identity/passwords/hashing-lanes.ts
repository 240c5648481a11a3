import { FairSemaphore } from '@pps/concurrency';
import type { Configuration } from '@pps/runtime';

export type HashingSettings = Pick<Configuration, 'REGISTRATIONS_AT_ONCE' | 'LOGINS_AT_ONCE' | 'PASSWORD_CHANGES_AT_ONCE' | 'HASHING_WAIT'>;

const queue = { queuePerKey: 1_000, queue: 2_000 };

/**
 * Where passwords are hashed, which takes a core for tens of milliseconds: registrations, logins and changes of a password each have permits of
 * their own, so that a flood of one slows none of the others. In each, client networks take turns. Its methods throw `Overloaded`.
 */
export class HashingLanes {
  /** For whole registrations: what they write costs more than the hash. */
  readonly registrations: FairSemaphore;
  readonly logins: FairSemaphore;
  readonly passwordChanges: FairSemaphore;

  constructor({ REGISTRATIONS_AT_ONCE, LOGINS_AT_ONCE, PASSWORD_CHANGES_AT_ONCE, HASHING_WAIT: waitMs }: HashingSettings) {
    this.registrations = new FairSemaphore({ permits: REGISTRATIONS_AT_ONCE, ...queue, waitMs });
    this.logins = new FairSemaphore({ permits: LOGINS_AT_ONCE, ...queue, waitMs });
    this.passwordChanges = new FairSemaphore({ permits: PASSWORD_CHANGES_AT_ONCE, ...queue, waitMs });
  }
}
