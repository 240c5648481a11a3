import type { AlertMailRequested } from './alert-mail.events';
import type { SecurityMailRequested } from './security-mail.events';
import type { MailedLink } from './mailed-link.state';

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

/** The session generation of whoever has just registered. */
export const firstSessionGeneration = 0;

/** Whether a session's token is still valid: of the present generation, or of the session that survived the last change of the password. */
export const isSessionValid = (user: User, session: { readonly gen: number; readonly sid: string }): boolean =>
  session.gen === user.sessionGeneration || (session.gen < user.sessionGeneration && session.sid === user.keptSessionId);
