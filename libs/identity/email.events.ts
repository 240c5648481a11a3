import type { Fact } from '@pps/kernel';

/** The stream's id is the keyed hash of the address. */
export type EmailClaimed = Fact<'EmailClaimed', { readonly userId: string; readonly claimedAt: string }>;

export type EmailReleased = Fact<'EmailReleased', { readonly releasedAt: string }>;

export type EmailFact = EmailClaimed | EmailReleased;
