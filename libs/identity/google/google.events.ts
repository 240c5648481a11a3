import type { Fact } from '@pps/kernel';

/** This Google account signs this user in from here on. */
export type GoogleAccountClaimed = Fact<'GoogleAccountClaimed', { readonly userId: string; readonly claimedAt: string }>;

/** This Google account signs nobody in any more. */
export type GoogleAccountReleased = Fact<'GoogleAccountReleased', { readonly releasedAt: string }>;

export type GoogleFact = GoogleAccountClaimed | GoogleAccountReleased;
