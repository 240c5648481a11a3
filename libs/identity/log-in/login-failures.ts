import { Rejected } from '@pps/kernel';
import { type AttemptWindows, isAddressLimited, type Attempted } from '@pps/rate-limits';
import { clientNetworkOf, type Configuration } from '@pps/runtime';
import type { KnownAddresses } from './known-addresses.store';

export interface LoginSource {
  readonly emailHash: string;
  /** The client's network address. */
  readonly address: string;
}

interface Limit extends Attempted {
  readonly most: number;
}

/**
 * Counts failed logins over all processes: per e-mail and client address, per client address, and per e-mail from addresses where the person has not
 * signed in lately, so that strangers elsewhere cannot lock a person out.
 */
export class LoginFailures {
  constructor(
    private readonly windows: AttemptWindows,
    private readonly known: KnownAddresses,
    private readonly settings: Configuration,
  ) {}

  /** Throws `Rejected('rate_limited')` while the next attempt has to wait. */
  async refuseWhenLimited(source: LoginSource): Promise<void> {
    const limits = await this.limitsOf(source);
    const windows = await this.windows.find(limits);
    const waits = windows.flatMap(({ attempts, secondsLeft }, index) =>
      attempts >= (limits[index]?.most ?? Infinity) ? [Math.ceil(secondsLeft)] : [],
    );
    if (waits.length > 0) throw new Rejected('rate_limited', 'Too many failed logins', { retry_after_seconds: Math.max(1, ...waits) });
  }

  /** Counts a failure. True when it exceeds a limit: then the caller must answer as limited, so that parallel guesses learn no more than the limit allows. */
  async recordFailure(source: LoginSource): Promise<boolean> {
    const limits = await this.limitsOf(source);
    const windows = await Promise.all(limits.map((limit) => this.windows.count(limit, this.settings.LOGIN_FAILURES_WINDOW)));
    return windows.some(({ attempts }, index) => attempts > (limits[index]?.most ?? Infinity));
  }

  /** From now on others' failures cannot lock the person out at this address. */
  async recordSuccess({ emailHash, address }: LoginSource): Promise<void> {
    await this.known.remember(emailHash, clientNetworkOf(address));
  }

  /** Forgets the failures at a person's e-mail, wherever they came from. */
  async clear(emailHash: string): Promise<void> {
    await this.windows.clear(personOf(emailHash));
  }

  private async limitsOf({ emailHash, address }: LoginSource): Promise<readonly Limit[]> {
    const network = clientNetworkOf(address);
    const { LOGIN_FAILURES_PER_EMAIL, LOGIN_FAILURES_PER_EMAIL_AND_ADDRESS, LOGIN_FAILURES_PER_ADDRESS } = this.settings;
    const person = personOf(emailHash);
    const byAddress = [
      { subject: person, source: network, most: LOGIN_FAILURES_PER_EMAIL_AND_ADDRESS },
      { subject: `failed logins from ${network}`, most: LOGIN_FAILURES_PER_ADDRESS },
    ];
    const isKnown = await this.known.isKnown(emailHash, network);
    return [
      ...(isAddressLimited(address, this.settings) ? byAddress : []),
      ...(isKnown ? [] : [{ subject: person, most: LOGIN_FAILURES_PER_EMAIL }]),
    ];
  }
}

const personOf = (emailHash: string): string => `failed logins of ${emailHash}`;
