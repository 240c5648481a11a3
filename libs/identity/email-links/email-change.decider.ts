import { Rejected } from '@pps/kernel';
import type { EmailChanged, EmailChangeRequested } from '../users/email-change.events';
import { hasExpired, msUntilNextMail, type MailedLink } from '../users/mailed-link.state';
import type { UserFact } from '../users/user.events';
import type { User, UserState } from '../users/user.state';

/**
 * Silent while the last mail about the same new address is younger than `intervalMs`; a newer request replaces an older one, so a mistyped address
 * is corrected at once. Throws `Rejected('conflict')` when the address changed meanwhile.
 */
export function decideRequestEmailChange(command: EmailChangeRequested['data'], intervalMs: number, state: UserState): readonly UserFact[] {
  if (state.kind !== 'registered' || state.emailHash !== command.emailHash)
    throw new Rejected('conflict', 'The e-mail address changed meanwhile');
  if (msUntilNextRequest(state, { newEmailHash: command.newEmailHash, at: command.requestedAt, intervalMs }) > 0) return [];
  return [{ type: 'EmailChangeRequested', data: command }];
}

/** Milliseconds until a change to this address may be asked for again; 0 when it may be now. */
export function msUntilNextRequest(
  { links, emailHash }: User,
  { newEmailHash, at, intervalMs }: { readonly newEmailHash: string; readonly at: string; readonly intervalMs: number },
): number {
  const same = links.filter(({ change }) => change?.newEmailHash === newEmailHash);
  return msUntilNextMail(same, { kind: 'email_change', emailHash, at, intervalMs });
}

/** The e-mail change that waits for approval, or null. */
export function pendingEmailChange(state: User, at: string): MailedLink | null {
  return state.links.find((link) => link.kind === 'email_change' && !hasExpired(link, at)) ?? null;
}

/** The link, when it may be used. Throws `Rejected('invalid_token')` when it is unknown, expired, used or replaced. */
export function requireUsableEmailChange(
  state: UserState,
  tokenHash: string,
  at: string,
): { readonly user: User; readonly link: MailedLink } {
  const link = state.kind === 'registered' ? pendingEmailChange(state, at) : null;
  if (state.kind !== 'registered' || link?.tokenHash !== tokenHash) throw invalidEmailChangeToken();
  return { user: state, link };
}

/** Uses the link up. Throws `Rejected('invalid_token')`, or `Rejected('conflict')` when the profile changed meanwhile. */
export function changeEmail(
  command: Pick<EmailChanged['data'], 'profileRef' | 'changedAt'> & { readonly tokenHash: string; readonly replacedProfileRef: string },
  state: UserState,
): readonly UserFact[] {
  const { user, link } = requireUsableEmailChange(state, command.tokenHash, command.changedAt);
  if (user.profileRef !== command.replacedProfileRef) throw new Rejected('conflict', 'The profile was changed meanwhile');
  const { profileRef, replacedProfileRef: previousProfileRef, changedAt } = command;
  const { userId, emailHash: previousEmailHash } = user;
  const emailHash = link.change?.newEmailHash ?? previousEmailHash;
  const changed = { requestId: link.requestId, userId, profileRef, previousProfileRef, emailHash, previousEmailHash, changedAt };
  return [{ type: 'EmailChanged', data: changed }];
}

export const invalidEmailChangeToken = (): Rejected => new Rejected('invalid_token', 'Invalid or expired e-mail change token');
