import type { UserFact, UserState } from '@pps/identity/events';
import type { LinkKind } from '@pps/identity/events';
import { findDueAlert } from '../alerts/alert-mail.decider';
import { findDueSecurityMail } from '../security/security-mail.decider';
import { hasExpired, type MailedLink } from '@pps/identity/events';

const sentFact = {
  verification: 'VerificationMailSent',
  password_reset: 'PasswordResetMailSent',
  email_change: 'EmailChangeMailSent',
} as const satisfies Record<LinkKind, UserFact['type']>;

/** Records that the mail was sent; silent when it is recorded already, and when its link was used meanwhile. */
export function recordMailSent(command: { readonly requestId: string; readonly at: string }, state: UserState): readonly UserFact[] {
  const due = findDueLink(state, command.requestId, command.at);
  const sent = { requestId: command.requestId, sentAt: command.at };
  if (due) return [{ type: sentFact[due.kind], data: sent }];
  if (findDueSecurityMail(state, command.requestId, command.at)) return [{ type: 'SecurityMailSent', data: sent }];
  return findDueAlert(state, command.requestId, command.at) ? [{ type: 'AlertMailSent', data: sent }] : [];
}

/** The link whose mail is still to be sent, or null when it was sent, used or replaced, or has expired. */
export function findDueLink(state: UserState, requestId: string, at: string): MailedLink | null {
  if (state.kind !== 'registered') return null;
  const link = state.links.find((candidate) => candidate.requestId === requestId);
  return link && !link.mailSent && !hasExpired(link, at) && link.emailHash === state.emailHash ? link : null;
}
