import { Rejected } from '@pps/kernel';
import { decideCancelAccountDeletion } from '../forgetting/account-deletion.decider';
import { hasExpired, msUntilNextMail, type MailedLink } from '../users/mailed-link.state';
import type { PasswordResetRequested } from '../users/password.events';
import type { UserFact } from '../users/user.events';
import type { User, UserState } from '../users/user.state';

/** Silent for a repeat, for an address that is no longer the user's, and while the last mail is younger than `intervalMs`. */
export function decideRequestPasswordReset(
  command: PasswordResetRequested['data'],
  intervalMs: number,
  state: UserState,
): readonly UserFact[] {
  if (state.kind !== 'registered' || state.emailHash !== command.emailHash) return [];
  if (state.links.some(({ requestId }) => requestId === command.requestId)) return [];
  const { emailHash, requestedAt: at } = command;
  if (msUntilNextMail(state.links, { kind: 'password_reset', emailHash, at, intervalMs }) > 0) return [];
  return [{ type: 'PasswordResetRequested', data: command }];
}

/** The link, when it may be used. Throws `Rejected('invalid_token')` when it is unknown, expired, used or of a former address. */
export function requireUsablePasswordReset(
  state: UserState,
  tokenHash: string,
  at: string,
): { readonly user: User; readonly link: MailedLink } {
  if (state.kind !== 'registered') throw invalidResetToken();
  const link = state.links.find((candidate) => candidate.kind === 'password_reset' && candidate.tokenHash === tokenHash);
  if (!link || link.emailHash !== state.emailHash || hasExpired(link, at)) throw invalidResetToken();
  return { user: state, link };
}

/**
 * Uses the link up, and with it every other reset link; proves the address. Where that was not proven before, whoever asked for the end of the account
 * may have been somebody else: the account stays. Throws `Rejected('invalid_token')`.
 */
export function decideResetPassword(
  command: { readonly tokenHash: string; readonly passwordRef: string; readonly at: string },
  state: UserState,
): readonly UserFact[] {
  const { link, user } = requireUsablePasswordReset(state, command.tokenHash, command.at);
  const { passwordRef, at: resetAt } = command;
  const reset = { passwordRef, resetAt, requestId: link.requestId };
  if (user.emailVerifiedAt !== null) return [{ type: 'PasswordReset', data: reset }];
  const isEnding = user.deletionDueAt !== null && user.deletionDueAt > resetAt;
  return [
    { type: 'PasswordReset', data: { ...reset, provenEmailHash: link.emailHash } },
    ...(isEnding ? decideCancelAccountDeletion(resetAt, user) : []),
  ];
}

export const invalidResetToken = (): Rejected => new Rejected('invalid_token', 'Invalid or expired password reset token');
