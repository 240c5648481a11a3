import type { Fact } from '@pps/kernel';
import type { AlertMailFact, SecurityMailFact } from './user-mail.events';

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

/** Somebody asked for a new password for the account; the mail with the link is still to be sent. */
export type PasswordResetRequested = Fact<
  'PasswordResetRequested',
  {
    readonly requestId: string;
    readonly userId: string;
    /** The address the mail goes to. */
    readonly emailHash: string;
    /** SHA-256 of the link's token. */
    readonly tokenHash: string;
    /** In the vault: the token, for the mail. */
    readonly tokenRef: string;
    readonly requestedAt: string;
    readonly expiresAt: string;
  }
>;

/** The mail with the reset link was handed to the mail server. */
export type PasswordResetMailSent = Fact<'PasswordResetMailSent', { readonly requestId: string; readonly sentAt: string }>;

/** The user has a new password by a mailed link; ends every session of the user and every other reset link. */
export type PasswordReset = Fact<
  'PasswordReset',
  {
    /** In the vault: the password's argon2id hash. */
    readonly passwordRef: string;
    readonly resetAt: string;
    /** The request whose link was used. */
    readonly requestId?: string;
    /** The address, which was not verified before: the link proves it. Whoever registered it may have been somebody else, so all keys made until then end. */
    readonly provenEmailHash?: string;
  }
>;

/** The user, knowing the old password, chose a new one; ends every session but the one it was chosen in. */
export type PasswordChanged = Fact<
  'PasswordChanged',
  {
    /** In the vault: the password's argon2id hash. */
    readonly passwordRef: string;
    /** Null when it was changed with an API key: then every session ends. */
    readonly keptSessionId: string | null;
    readonly changedAt: string;
  }
>;

/** The user wants another address; the mail that asks the old address to approve it is still to be sent. */
export type EmailChangeRequested = Fact<
  'EmailChangeRequested',
  {
    readonly requestId: string;
    readonly userId: string;
    /** The present address, which the mail goes to. */
    readonly emailHash: string;
    readonly newEmailHash: string;
    /** In the vault: the new address. */
    readonly newAddressRef: string;
    /** SHA-256 of the link's token. */
    readonly tokenHash: string;
    /** In the vault: the token, for the mail. */
    readonly tokenRef: string;
    readonly requestedAt: string;
    readonly expiresAt: string;
  }
>;

/** The mail with the approval link was handed to the mail server. */
export type EmailChangeMailSent = Fact<'EmailChangeMailSent', { readonly requestId: string; readonly sentAt: string }>;

/** The approval link was followed: the account has the new address, which is not verified yet, and the old address is free. */
export type EmailChanged = Fact<
  'EmailChanged',
  {
    readonly requestId: string;
    readonly userId: string;
    /** In the vault: `UserProfile`, with the new address. */
    readonly profileRef: string;
    /** In the vault: `UserProfile`, with the former address, for the mail that tells of the change. Absent in facts of the releases before. */
    readonly previousProfileRef?: string;
    readonly emailHash: string;
    readonly previousEmailHash: string;
    readonly changedAt: string;
  }
>;

/** The person asked for the end of the account and its workspace; until `dueAt` it can be taken back. */
export type AccountDeletionRequested = Fact<
  'AccountDeletionRequested',
  { readonly userId: string; readonly requestedAt: string; readonly dueAt: string }
>;

/** The person changed his mind in time: account and workspace stay. */
export type AccountDeletionCanceled = Fact<'AccountDeletionCanceled', { readonly userId: string; readonly canceledAt: string }>;

/** The user's personal data was dropped from the vault; sessions and API keys of the user no longer work. */
export type UserForgotten = Fact<'UserForgotten', { readonly userId: string; readonly forgottenAt: string }>;

export type UserFact =
  | UserRegistered
  | EmailVerificationRequested
  | VerificationMailSent
  | EmailVerified
  | UserRenamed
  | PreferencesChanged
  | GoogleLinked
  | PasswordResetRequested
  | PasswordResetMailSent
  | PasswordReset
  | PasswordChanged
  | EmailChangeRequested
  | EmailChangeMailSent
  | EmailChanged
  | AccountDeletionRequested
  | AccountDeletionCanceled
  | UserForgotten
  | AlertMailFact
  | SecurityMailFact;
