import { Rejected, type Fact } from '@pps/kernel';
import type { StreamType } from '@pps/event-store';

/** This Google account signs this user in from here on. */
export type GoogleAccountClaimed = Fact<'GoogleAccountClaimed', { readonly userId: string; readonly claimedAt: string }>;

/** This Google account signs nobody in any more. */
export type GoogleAccountReleased = Fact<'GoogleAccountReleased', { readonly releasedAt: string }>;

export type GoogleFact = GoogleAccountClaimed | GoogleAccountReleased;

export interface GoogleAccountState {
  /** The user it signs in, or null. */
  readonly userId: string | null;
}

const evolve = (_: GoogleAccountState, fact: GoogleFact): GoogleAccountState => ({
  userId: fact.type === 'GoogleAccountClaimed' ? fact.data.userId : null,
});

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

/** `google-<subjectHash>`: whom a Google account signs in; the id is the keyed hash of issuer and subject. */
export const googleStream: StreamType<GoogleAccountState, GoogleFact> = {
  category: 'google',
  decider: { initial: { userId: null }, evolve },
  facts: {
    GoogleAccountClaimed: 1,
    GoogleAccountReleased: 1,
  },
};
