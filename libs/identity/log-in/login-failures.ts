import { Rejected } from '@pps/kernel';
import { type AttemptWindows, isAddressLimited, type Attempted } from '@pps/rate-limits';
import { clientNetworkOf, type Configuration } from '@pps/runtime';
import type { KnownAddresses } from './known-addresses.store';

export interface LoginSource {
  readonly emailHash: string;
  /** The client's network address. */
  readonly address: string;
}

/** Failed logins are counted over all processes. */
export interface LoginFailuresDeps {
  readonly attemptWindows: AttemptWindows;
  readonly knownAddresses: KnownAddresses;
  readonly configuration: Configuration;
}

interface Limit extends Attempted {
  readonly most: number;
}

/** Throws `Rejected('rate_limited')` while the next attempt has to wait. */
export async function refuseLimitedLogin(app: LoginFailuresDeps, source: LoginSource): Promise<void> {
  const limits = await limitsOf(app, source);
  const windows = await app.attemptWindows.find(limits);
  const waits = windows.flatMap(({ attempts, secondsLeft }, index) =>
    attempts >= (limits[index]?.most ?? Infinity) ? [Math.ceil(secondsLeft)] : [],
  );
  if (waits.length > 0) throw new Rejected('rate_limited', 'Too many failed logins', { retry_after_seconds: Math.max(1, ...waits) });
}

/** Counts a failure. True when it exceeds a limit: then the caller must answer as limited, so that parallel guesses learn no more than the limit allows. */
export async function recordLoginFailure(app: LoginFailuresDeps, source: LoginSource): Promise<boolean> {
  const limits = await limitsOf(app, source);
  const { LOGIN_FAILURES_WINDOW } = app.configuration;
  const windows = await Promise.all(limits.map((limit) => app.attemptWindows.count(limit, LOGIN_FAILURES_WINDOW)));
  return windows.some(({ attempts }, index) => attempts > (limits[index]?.most ?? Infinity));
}

/** Forgets the failures at a person's e-mail, wherever they came from. */
export const clearLoginFailures = ({ attemptWindows }: Pick<LoginFailuresDeps, 'attemptWindows'>, emailHash: string): Promise<void> =>
  attemptWindows.clear(personOf(emailHash));

/**
 * Per e-mail and client address, per client address, and per e-mail from addresses where the person has not signed in lately, so that strangers elsewhere
 * cannot lock a person out.
 */
async function limitsOf(
  { knownAddresses, configuration }: LoginFailuresDeps,
  { emailHash, address }: LoginSource,
): Promise<readonly Limit[]> {
  const network = clientNetworkOf(address);
  const { LOGIN_FAILURES_PER_EMAIL, LOGIN_FAILURES_PER_EMAIL_AND_ADDRESS, LOGIN_FAILURES_PER_ADDRESS } = configuration;
  const person = personOf(emailHash);
  const byAddress = [
    { subject: person, source: network, most: LOGIN_FAILURES_PER_EMAIL_AND_ADDRESS },
    { subject: `failed logins from ${network}`, most: LOGIN_FAILURES_PER_ADDRESS },
  ];
  const isKnown = await knownAddresses.isKnown(emailHash, network);
  return [
    ...(isAddressLimited(address, configuration) ? byAddress : []),
    ...(isKnown ? [] : [{ subject: person, most: LOGIN_FAILURES_PER_EMAIL }]),
  ];
}

const personOf = (emailHash: string): string => `failed logins of ${emailHash}`;
