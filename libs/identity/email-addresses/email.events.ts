import type { Fact } from '@pps/kernel';

/** The address belongs to this user; nobody else can register with it. */
export type EmailClaimed = Fact<'EmailClaimed', { readonly userId: string; readonly claimedAt: string }>;

/** The address is free for anybody again. */
export type EmailReleased = Fact<'EmailReleased', { readonly releasedAt: string }>;

export type EmailFact = EmailClaimed | EmailReleased;
