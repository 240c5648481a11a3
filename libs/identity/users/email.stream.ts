import { Rejected, type Fact } from '@pps/kernel';
import type { StreamType } from '@pps/event-store';

/** The address belongs to this user; nobody else can register with it. */
export type EmailClaimed = Fact<'EmailClaimed', { readonly userId: string; readonly claimedAt: string }>;

/** The address is free for anybody again. */
export type EmailReleased = Fact<'EmailReleased', { readonly releasedAt: string }>;

export type EmailFact = EmailClaimed | EmailReleased;

export interface EmailState {
  /** The user whose address it is, or null for a free one. */
  readonly userId: string | null;
}

function evolve(_: EmailState, fact: EmailFact): EmailState {
  return { userId: fact.type === 'EmailClaimed' ? fact.data.userId : null };
}

/** Silent when the address is this user's already. Throws `Rejected('account_exists')` when it is another one's. */
export function claimEmail(command: EmailClaimed['data'], state: EmailState): readonly EmailFact[] {
  if (state.userId === command.userId) return [];
  if (state.userId !== null) throw accountExists();
  return [{ type: 'EmailClaimed', data: command }];
}

/** Silent unless the address is this user's. */
export function releaseEmail(userId: string, command: EmailReleased['data'], state: EmailState): readonly EmailFact[] {
  return state.userId === userId ? [{ type: 'EmailReleased', data: command }] : [];
}

export const accountExists = (): Rejected => new Rejected('account_exists', 'Account already exists');

/** `email-<emailHash>`: whose an address is, so that two people cannot register with the same one. */
export const emailStream: StreamType<EmailState, EmailFact> = {
  category: 'email',
  decider: { initial: { userId: null }, evolve },
  facts: {
    EmailClaimed: 1,
    EmailReleased: 1,
  },
};
