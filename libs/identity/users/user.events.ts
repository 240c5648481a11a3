import type { Fact } from '@pps/kernel';
import type { AccountDeletionFact } from './account-deletion.events';
import type { AlertMailFact } from './alert-mail.events';
import type { EmailChangeFact } from './email-change.events';
import type { PasswordFact } from './password.events';
import type { SecurityMailFact } from './security-mail.events';

/** Somebody signed up: the account exists from here on. */
export type UserRegistered = Fact<
  'UserRegistered',
  {
    readonly userId: string;
    readonly organizationId: string;
    /** In the vault: `UserProfile`. */
    readonly profileRef: string;
    /** In the vault: the password's argon2id hash. Null for a user who signed up through Google and never chose a password. */
    readonly passwordRef: string | null;
    /** Keyed hash (HMAC-SHA256) of the address; names its `email` stream. */
    readonly emailHash: string;
    /** IANA name. */
    readonly timezone: string;
    readonly registeredAt: string;
  }
>;

/** A link that verifies the address was made; the mail with it is still to be sent. */
export type EmailVerificationRequested = Fact<
  'EmailVerificationRequested',
  {
    readonly requestId: string;
    readonly userId: string;
    /** The address to verify. */
    readonly emailHash: string;
    /** SHA-256 of the link's token. */
    readonly tokenHash: string;
    /** In the vault: the token, for the mail. */
    readonly tokenRef: string;
    readonly requestedAt: string;
    readonly expiresAt: string;
    /** The user asked for it, so the next mail has to wait. Absent for mails that the service sends automatically. */
    readonly askedByUser?: true;
  }
>;

/** The mail with the link was handed to the mail server. */
export type VerificationMailSent = Fact<'VerificationMailSent', { readonly requestId: string; readonly sentAt: string }>;

/** The link was followed in time: the address is verified, and the link is used up. */
export type EmailVerified = Fact<'EmailVerified', { readonly emailHash: string; readonly requestId: string; readonly verifiedAt: string }>;

/** The user goes by another name. */
export type UserRenamed = Fact<
  'UserRenamed',
  {
    /** In the vault: `UserProfile`, with the new name. */
    readonly profileRef: string;
    readonly renamedAt: string;
  }
>;

/** Which mails the user wants about a project. */
export type PreferencesChanged = Fact<
  'PreferencesChanged',
  {
    readonly projectId: string;
    readonly epoch: number;
    readonly transactional: boolean;
    readonly alerts: boolean;
    readonly verification: boolean;
    readonly changedAt: string;
  }
>;

/** A Google account was linked: it signs this user in from here on, and verifies the address. */
export type GoogleLinked = Fact<
  'GoogleLinked',
  {
    /** Keyed hash of issuer and subject; names the `google` stream. */
    readonly subjectHash: string;
    /** The address that Google has verified. */
    readonly emailHash: string;
    readonly linkedAt: string;
  }
>;

/** The user's personal data was dropped from the vault; sessions and API keys of the user no longer work. */
export type UserForgotten = Fact<'UserForgotten', { readonly userId: string; readonly forgottenAt: string }>;

export type UserFact =
  | UserRegistered
  | EmailVerificationRequested
  | VerificationMailSent
  | EmailVerified
  | PasswordFact
  | EmailChangeFact
  | UserRenamed
  | PreferencesChanged
  | GoogleLinked
  | AlertMailFact
  | SecurityMailFact
  | AccountDeletionFact
  | UserForgotten;
