import { Rejected, type Decider } from '@pps/kernel';
import type { EmailClaimed, EmailFact, EmailReleased } from './email.events';

export interface EmailState {
  /** The user whose address it is, or null for a free one. */
  readonly userId: string | null;
}

export const email: Decider<EmailState, EmailFact> = { initial: { userId: null }, evolve };

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

function evolve(_: EmailState, fact: EmailFact): EmailState {
  return { userId: fact.type === 'EmailClaimed' ? fact.data.userId : null };
}
