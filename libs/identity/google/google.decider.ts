import { Rejected, type Decider } from '@pps/kernel';
import { accountExists } from '../email-addresses/email.decider';
import type { GoogleLinked, UserFact } from '../users/user.events';
import type { UserState } from '../users/user.state';
import type { GoogleAccountClaimed, GoogleAccountReleased, GoogleFact } from './google.events';

export interface GoogleAccountState {
  /** The user it signs in, or null. */
  readonly userId: string | null;
}

export const googleAccount: Decider<GoogleAccountState, GoogleFact> = {
  initial: { userId: null },
  evolve: (_, fact) => ({ userId: fact.type === 'GoogleAccountClaimed' ? fact.data.userId : null }),
};

/**
 * Silent when it signs this user in already. `endedUserId` is whom it signed in until that link ended. Throws `Rejected('conflict')` when it signs in
 * another one.
 */
export function claimGoogleAccount(
  command: GoogleAccountClaimed['data'],
  endedUserId: string | null,
  state: GoogleAccountState,
): readonly GoogleFact[] {
  if (state.userId === command.userId) return [];
  if (state.userId !== null && state.userId !== endedUserId)
    throw new Rejected(
      'conflict',
      'The Google account belongs to another user',
      {},
      { remediation: 'Sign in with that Google account, or with e-mail address and password.' },
    );
  const released = state.userId === null ? [] : ([{ type: 'GoogleAccountReleased', data: { releasedAt: command.claimedAt } }] as const);
  return [...released, { type: 'GoogleAccountClaimed', data: command }];
}

/** Silent unless the Google account signs this user in. */
export function releaseGoogleAccount(
  userId: string,
  command: GoogleAccountReleased['data'],
  state: GoogleAccountState,
): readonly GoogleFact[] {
  return state.userId === userId ? [{ type: 'GoogleAccountReleased', data: command }] : [];
}

/**
 * Links a Google account to a user with the same address, if the user has verified it: somebody may have registered another person's
 * address without verifying it, and must not share an account with that person. Throws `Rejected('account_exists')`.
 */
export function linkGoogle(command: GoogleLinked['data'], state: UserState): readonly UserFact[] {
  if (state.kind !== 'registered' || state.emailHash !== command.emailHash || state.emailVerifiedAt === null) throw accountExists();
  return state.googleSubjectHash === command.subjectHash ? [] : [{ type: 'GoogleLinked', data: command }];
}
