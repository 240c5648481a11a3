import type { Fact } from '@pps/kernel';

/** Somebody signed up: the account exists from here on. */
export type UserRegistered = Fact<
  'UserRegistered',
  {
    readonly userId: string;
    readonly organizationId: string;
    /** In the vault: `UserProfile`. */
    readonly profileRef: string;
    /** In the vault: the password's argon2id hash. */
    readonly passwordRef: string;
    /** Keyed hash (HMAC-SHA256) of the address; names its `email` stream. */
    readonly emailHash: string;
    /** IANA name. */
    readonly timezone: string;
    readonly registeredAt: string;
  }
>;

/** The user has a new password; ends every session of the user. */
export type PasswordReset = Fact<'PasswordReset', { readonly passwordRef: string; readonly resetAt: string }>;

/** A link that proves the address was made; the mail with it is still to be sent. */
export type EmailVerificationRequested = Fact<
  'EmailVerificationRequested',
  {
    readonly requestId: string;
    readonly userId: string;
    /** The address that is to be proven. */
    readonly emailHash: string;
    /** SHA-256 of the link's token. */
    readonly tokenHash: string;
    /** In the vault: the token, for the mail. */
    readonly tokenRef: string;
    readonly requestedAt: string;
    readonly expiresAt: string;
  }
>;

/** The mail with the link was handed to the mail server. */
export type VerificationMailSent = Fact<'VerificationMailSent', { readonly requestId: string; readonly sentAt: string }>;

/** The link was followed in time: the address is proven, and the link is used up. */
export type EmailVerified = Fact<'EmailVerified', { readonly emailHash: string; readonly requestId: string; readonly verifiedAt: string }>;

export type UserFact = UserRegistered | PasswordReset | EmailVerificationRequested | VerificationMailSent | EmailVerified;
