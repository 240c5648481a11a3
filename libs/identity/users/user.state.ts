import { NotFound } from '@pps/kernel';
import type { AlertMailRequested, SecurityMailRequested } from './user-mail.events';
import type { PreferencesChanged } from './user.events';

export interface MailPreferences {
  readonly epoch: number;
  readonly transactional: boolean;
  readonly alerts: boolean;
  readonly verification: boolean;
  readonly changedAt: string;
}

export type PendingAlert = AlertMailRequested['data'] & { readonly mailSent: boolean };

export type PendingSecurityMail = SecurityMailRequested['data'] & { readonly mailSent: boolean };

export interface User {
  readonly kind: 'registered';
  readonly userId: string;
  readonly organizationId: string;
  readonly profileRef: string;
  readonly passwordRef: string | null;
  readonly emailHash: string;
  readonly timezone: string;
  readonly registeredAt: string;
  readonly emailVerifiedAt: string | null;
  /** Raised whenever sessions end; a token of an older generation is refused. */
  readonly sessionGeneration: number;
  /** The one session that did not end with the others when the password was last changed. */
  readonly keptSessionId: string | null;
  /** Links that may still be used, oldest first. */
  readonly links: readonly MailedLink[];
  /** By project id; the user wants all mails of a project that is absent. */
  readonly preferences: Readonly<Record<string, MailPreferences>>;
  /** API keys made until then do not work; null: all may. */
  readonly keysEndedAt: string | null;
  /** The one Google account that signs the user in; a former one no longer does. */
  readonly googleSubjectHash: string | null;
  /** Alerts that were or are to be mailed, oldest first. */
  readonly alerts: readonly PendingAlert[];
  /** When the account and its workspace end, as the person asked; null: they do not. */
  readonly deletionDueAt: string | null;
  /** Security mails that were or are to be sent, oldest first. */
  readonly securityMails: readonly PendingSecurityMail[];
}

export interface ForgottenUser {
  readonly kind: 'forgotten';
  readonly userId: string;
  readonly organizationId: string;
}

export type UserState = { readonly kind: 'none' } | User | ForgottenUser;

/** Throws `NotFound` where nobody is registered, or not any more. */
export function requireRegistered(state: UserState): User {
  if (state.kind !== 'registered') throw new NotFound('User');
  return state;
}

/** The session generation of whoever has just registered. */
export const firstSessionGeneration = 0;

/** Whether a session's token is still valid: of the present generation, or of the session that survived the last change of the password. */
export const isSessionValid = (user: User, session: { readonly gen: number; readonly sid: string }): boolean =>
  session.gen === user.sessionGeneration || (session.gen < user.sessionGeneration && session.sid === user.keptSessionId);

export type LinkKind = 'verification' | 'password_reset' | 'email_change';

/** A link in a mail, as folded from the facts; the token itself is in the vault. */
export interface MailedLink {
  readonly kind: LinkKind;
  readonly requestId: string;
  /** The address it was mailed to. */
  readonly emailHash: string;
  readonly tokenHash: string;
  readonly tokenRef: string;
  readonly requestedAt: string;
  readonly expiresAt: string;
  readonly mailSent: boolean;
  /** Whether the next mail of its kind has to wait until the interval since this one has passed. */
  readonly delaysNextMail: boolean;
  /** Present for an e-mail change only. */
  readonly change: { readonly newEmailHash: string; readonly newAddressRef: string } | null;
}

/** Whether the link has expired at `at`; both times are RFC 3339 in UTC with milliseconds, which compare as text. */
export const hasExpired = ({ expiresAt }: Pick<MailedLink, 'expiresAt'>, at: string): boolean => expiresAt <= at;

/** Milliseconds until another mail of this kind may go to the same address; 0 when it may go now. */
export function msUntilNextMail(
  links: readonly MailedLink[],
  next: Pick<MailedLink, 'kind' | 'emailHash'> & { readonly at: string; readonly intervalMs: number },
): number {
  const same = links.filter((link) => link.kind === next.kind && link.emailHash === next.emailHash && link.delaysNextMail);
  const newest = Math.max(...same.map(({ requestedAt }) => Date.parse(requestedAt)), -Infinity);
  return Math.max(0, newest + next.intervalMs - Date.parse(next.at));
}

const allWanted = { transactional: true, alerts: true, verification: true } as const;

/** Which mails the user wants about a project; preferences for a sandbox hold for one epoch. */
export function mailPreferencesOf(
  user: User,
  { projectId, epoch }: Pick<PreferencesChanged['data'], 'projectId' | 'epoch'>,
): Omit<MailPreferences, 'changedAt'> & { readonly changedAt: string | null } {
  const stored = user.preferences[projectId];
  return stored?.epoch === epoch ? stored : { epoch, ...allWanted, changedAt: null };
}
