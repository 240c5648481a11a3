import { Rejected } from '@pps/kernel';
import type { EmailChanged, EmailChangeRequested } from './email-change.events';
import { hasExpired, pauseLeft, type MailedLink } from './mailed-link';
import type { UserFact } from '../users/user.events';
import type { User, UserState } from '../users/user.state';

/** Silent while the mail before it is younger than `intervalMs`; a newer request takes the place of an older one. */
export function requestEmailChange(command: EmailChangeRequested['data'], intervalMs: number, state: UserState): readonly UserFact[] {
  if (state.kind !== 'registered' || state.emailHash !== command.emailHash)
    throw new Rejected('conflict', 'The e-mail address changed meanwhile');
  const { emailHash, requestedAt: at } = command;
  if (pauseLeft(state.links, { kind: 'email_change', emailHash, at, intervalMs }) > 0) return [];
  return [{ type: 'EmailChangeRequested', data: command }];
}

/** The change that waits for approval, or null. */
export function pendingEmailChange(state: User, at: string): MailedLink | null {
  return state.links.find((link) => link.kind === 'email_change' && !hasExpired(link, at)) ?? null;
}

/** The link, when it may be used. Throws `Rejected('invalid_token')` for one that is unknown, expired, used or replaced. */
export function usableChange(state: UserState, tokenHash: string, at: string): { readonly user: User; readonly link: MailedLink } {
  const link = state.kind === 'registered' ? pendingEmailChange(state, at) : null;
  if (state.kind !== 'registered' || link?.tokenHash !== tokenHash) throw invalidApproval();
  return { user: state, link };
}

/** Uses the link up. Throws `Rejected('invalid_token')`, or `Rejected('conflict')` when the profile changed meanwhile. */
export function changeEmail(
  command: Pick<EmailChanged['data'], 'profileRef' | 'changedAt'> & { readonly tokenHash: string; readonly replacedProfileRef: string },
  state: UserState,
): readonly UserFact[] {
  const { user, link } = usableChange(state, command.tokenHash, command.changedAt);
  if (user.profileRef !== command.replacedProfileRef) throw new Rejected('conflict', 'The profile was changed meanwhile');
  const { profileRef, changedAt } = command;
  const { userId, emailHash: previousEmailHash } = user;
  const emailHash = link.change?.newEmailHash ?? previousEmailHash;
  return [{ type: 'EmailChanged', data: { requestId: link.requestId, userId, profileRef, emailHash, previousEmailHash, changedAt } }];
}

export const invalidApproval = (): Rejected => new Rejected('invalid_token', 'Invalid or expired e-mail change token');
