import {
  mailPreferencesOf,
  hasExpired,
  type AlertMailFact,
  type AlertMailRequested,
  type PendingAlert,
  type UserState,
  type PendingSecurityMail,
  type SecurityMailFact,
  type SecurityMailRequested,
  type UserFact,
  type LinkKind,
  type MailedLink,
  type MailPreferences,
  type PreferencesChanged,
} from '@pps/identity/events';
import { NotFound } from '@pps/kernel';

/** Silent for a user who wants no alerts about the project, and for a repeat. */
export function requestAlertMail(command: AlertMailRequested['data'], epoch: number, state: UserState): readonly AlertMailFact[] {
  if (state.kind !== 'registered' || state.alerts.some(({ requestId }) => requestId === command.requestId)) return [];
  const wanted = mailPreferencesOf(state, { projectId: command.projectId, epoch }).alerts;
  return wanted ? [{ type: 'AlertMailRequested', data: command }] : [];
}

/** The alert whose mail is still to be sent, or null when it was sent or has expired. */
export function findDueAlert(state: UserState, requestId: string, at: string): PendingAlert | null {
  if (state.kind !== 'registered') return null;
  const alert = state.alerts.find((candidate) => candidate.requestId === requestId);
  return alert && !alert.mailSent && alert.expiresAt > at ? alert : null;
}

/** Silent for a user who is gone, and for a repeat; mail preferences do not matter. */
export function requestSecurityMail(command: SecurityMailRequested['data'], state: UserState): readonly SecurityMailFact[] {
  if (state.kind !== 'registered' || state.securityMails.some(({ requestId }) => requestId === command.requestId)) return [];
  return [{ type: 'SecurityMailRequested', data: command }];
}

/** The security mail that is still to be sent, or null when it was sent or has expired. */
export function findDueSecurityMail(state: UserState, requestId: string, at: string): PendingSecurityMail | null {
  if (state.kind !== 'registered') return null;
  const mail = state.securityMails.find((candidate) => candidate.requestId === requestId);
  return mail && !mail.mailSent && mail.expiresAt > at ? mail : null;
}

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

type ProjectEpoch = Pick<PreferencesChanged['data'], 'projectId' | 'epoch'>;
export type PreferenceChanges = Partial<Pick<MailPreferences, 'transactional' | 'alerts' | 'verification'>>;

/** Silent when nothing would change. Throws `NotFound`. */
export function decidePreferenceChanges(
  project: ProjectEpoch,
  changes: PreferenceChanges,
  at: string,
  state: UserState,
): readonly UserFact[] {
  if (state.kind !== 'registered') throw new NotFound('User');
  const { transactional, alerts, verification } = mailPreferencesOf(state, project);
  const next = { transactional, alerts, verification, ...changes };
  if (next.transactional === transactional && next.alerts === alerts && next.verification === verification) return [];
  const { projectId, epoch } = project;
  return [{ type: 'PreferencesChanged', data: { projectId, epoch, ...next, changedAt: at } }];
}
