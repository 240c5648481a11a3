import { Rejected } from '@pps/kernel';
import type { AttemptWindows } from '@pps/rate-limits';
import { clientNetworkOf, type Configuration } from '@pps/runtime';
import type { KnownAddresses } from '../log-in/known-addresses.store';
import type { User } from '../users/user.state';
import { invalidTicket } from './second-factor.decider';

type Person = Pick<User, 'userId' | 'emailHash'>;

/**
 * Counts attempts at codes over all processes: per ticket, and per person and address at which the person has signed in lately; all other addresses
 * together are one, so that strangers who know the password cannot use up the person's attempts.
 */
export class SecondFactorAttempts {
  constructor(
    private readonly windows: AttemptWindows,
    private readonly known: KnownAddresses,
    private readonly settings: Configuration,
  ) {}

  /** Counts before the code is looked at, so that parallel guesses are no more than the limit. Throws `Rejected('invalid_token')` for a ticket that is worn out. */
  async countTicket(ticketId: string): Promise<void> {
    const { SECOND_FACTOR_TICKET_LIFETIME, SECOND_FACTOR_ATTEMPTS_PER_TICKET } = this.settings;
    const { attempts } = await this.windows.count({ subject: `second factor ticket ${ticketId}` }, SECOND_FACTOR_TICKET_LIFETIME);
    if (attempts > SECOND_FACTOR_ATTEMPTS_PER_TICKET) throw invalidTicket();
  }

  /** Counts before the code is looked at. Throws `Rejected('rate_limited')`, for a right code too. */
  async countPerson(person: Person, address: string): Promise<void> {
    const { SECOND_FACTOR_FAILURES_PER_PERSON, SECOND_FACTOR_FAILURES_WINDOW } = this.settings;
    const subject = await this.subjectOf(person, address);
    const { attempts, secondsLeft } = await this.windows.count({ subject }, SECOND_FACTOR_FAILURES_WINDOW);
    if (attempts <= SECOND_FACTOR_FAILURES_PER_PERSON) return;
    throw new Rejected('rate_limited', 'Too many wrong codes', { retry_after_seconds: Math.max(1, Math.ceil(secondsLeft)) });
  }

  /** Forgets what was counted where a right code came from. */
  async forget(person: Person, address: string): Promise<void> {
    await this.windows.clear(await this.subjectOf(person, address));
  }

  private async subjectOf({ userId, emailHash }: Person, address: string): Promise<string> {
    const network = clientNetworkOf(address);
    const where = (await this.known.isKnown(emailHash, network)) ? network : 'elsewhere';
    return `second factor of ${userId} from ${where}`;
  }
}
