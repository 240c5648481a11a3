import { Rejected } from '@pps/kernel';
import { hasExpired, pauseLeft, type MailedLink } from '../email-links/mailed-link';
import type { PasswordChanged, PasswordResetRequested } from './password.events';
import type { UserFact } from '../users/user.events';
import type { User, UserState } from '../users/user.state';

/** Silent for a repeat, for an address given up, and while the mail before it is younger than `intervalMs`. */
export function requestPasswordReset(command: PasswordResetRequested['data'], intervalMs: number, state: UserState): readonly UserFact[] {
  if (state.kind !== 'registered' || state.emailHash !== command.emailHash) return [];
  if (state.links.some(({ requestId }) => requestId === command.requestId)) return [];
  const { emailHash, requestedAt: at } = command;
  if (pauseLeft(state.links, { kind: 'password_reset', emailHash, at, intervalMs }) > 0) return [];
  return [{ type: 'PasswordResetRequested', data: command }];
}

/** The link, when it may be used. Throws `Rejected('invalid_token')` for one that is unknown, expired, used or of an address given up. */
export function usableReset(state: UserState, tokenHash: string, at: string): { readonly user: User; readonly link: MailedLink } {
  if (state.kind !== 'registered') throw invalidResetToken();
  const link = state.links.find((candidate) => candidate.kind === 'password_reset' && candidate.tokenHash === tokenHash);
  if (!link || link.emailHash !== state.emailHash || hasExpired(link, at)) throw invalidResetToken();
  return { user: state, link };
}

/** Uses the link up, and with it every other reset link. */
export function resetPassword(
  command: { readonly tokenHash: string; readonly passwordRef: string; readonly at: string },
  state: UserState,
): readonly UserFact[] {
  const { link } = usableReset(state, command.tokenHash, command.at);
  return [{ type: 'PasswordReset', data: { passwordRef: command.passwordRef, resetAt: command.at, requestId: link.requestId } }];
}

/** Throws `Rejected('conflict')` when the password changed while the old one was being checked. */
export function changePassword(command: PasswordChanged['data'], checkedRef: string | null, state: UserState): readonly UserFact[] {
  if (state.kind !== 'registered' || state.passwordRef !== checkedRef) throw new Rejected('conflict', 'The password was changed meanwhile');
  return [{ type: 'PasswordChanged', data: command }];
}

export const invalidResetToken = (): Rejected => new Rejected('invalid_token', 'Invalid or expired password reset token');
