import { Rejected, type Decider } from '@pps/kernel';
import { accountExists } from '../users/email.decider';
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

/** Silent for the user it has; throws `Rejected('conflict')` for anybody else. */
export function claimGoogleAccount(command: GoogleAccountClaimed['data'], state: GoogleAccountState): readonly GoogleFact[] {
  if (state.userId === command.userId) return [];
  if (state.userId !== null) throw new Rejected('conflict', 'The Google account belongs to another user');
  return [{ type: 'GoogleAccountClaimed', data: command }];
}

export function releaseGoogleAccount(
  userId: string,
  command: GoogleAccountReleased['data'],
  state: GoogleAccountState,
): readonly GoogleFact[] {
  return state.userId === userId ? [{ type: 'GoogleAccountReleased', data: command }] : [];
}

/**
 * Only an account whose address is proven is given to whom Google vouches for: whoever registered a stranger's address and never
 * proved it must not share that person's account. Throws `Rejected('account_exists')`.
 */
export function linkGoogle(command: GoogleLinked['data'], state: UserState): readonly UserFact[] {
  if (state.kind !== 'registered' || state.emailHash !== command.emailHash || state.emailVerifiedAt === null) throw accountExists();
  return state.googleSubjectHash === command.subjectHash ? [] : [{ type: 'GoogleLinked', data: command }];
}
