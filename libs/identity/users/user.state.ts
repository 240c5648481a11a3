import type { AlertMailRequested } from './alert-mail.events';
import type { MailedLink } from '../email-links/mailed-link';

export interface MailPreferences {
  readonly epoch: number;
  readonly transactional: boolean;
  readonly alerts: boolean;
  readonly verification: boolean;
  readonly changedAt: string;
}

export type PendingAlert = AlertMailRequested['data'] & { readonly mailSent: boolean };

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
  /** The one session that stayed when the others ended last. */
  readonly keptSessionId: string | null;
  /** Links that may still be used, oldest first. */
  readonly links: readonly MailedLink[];
  /** By project id; absent = all wanted. */
  readonly preferences: Readonly<Record<string, MailPreferences>>;
  readonly googleSubjectHash: string | null;
  /** What the user was or is to be told by mail, oldest first. */
  readonly alerts: readonly PendingAlert[];
}

export interface ForgottenUser {
  readonly kind: 'forgotten';
  readonly userId: string;
  readonly organizationId: string;
}

export type UserState = { readonly kind: 'none' } | User | ForgottenUser;

/** Whether a session's token still holds: of the present generation, or of the session that stayed. */
export const sessionHolds = (user: User, session: { readonly gen: number; readonly sid: string }): boolean =>
  session.gen === user.sessionGeneration || (session.gen < user.sessionGeneration && session.sid === user.keptSessionId);
