import type { Fact } from '@pps/kernel';

export type UserRegistered = Fact<
  'UserRegistered',
  {
    readonly userId: string;
    readonly organizationId: string;
    /** In the vault: `UserProfile`. */
    readonly profileRef: string;
    /** In the vault: the password's argon2id hash. */
    readonly passwordRef: string;
    readonly emailHash: string;
    /** IANA name. */
    readonly timezone: string;
    readonly registeredAt: string;
  }
>;

/** Ends every session of the user. */
export type PasswordReset = Fact<'PasswordReset', { readonly passwordRef: string; readonly resetAt: string }>;

export type EmailVerificationRequested = Fact<
  'EmailVerificationRequested',
  {
    readonly requestId: string;
    readonly userId: string;
    readonly emailHash: string;
    /** SHA-256 of the link's token. */
    readonly tokenHash: string;
    /** In the vault: the token, for the mail. */
    readonly tokenRef: string;
    readonly requestedAt: string;
    readonly expiresAt: string;
  }
>;

export type VerificationMailSent = Fact<'VerificationMailSent', { readonly requestId: string; readonly sentAt: string }>;

export type EmailVerified = Fact<'EmailVerified', { readonly emailHash: string; readonly requestId: string; readonly verifiedAt: string }>;

export type UserFact = UserRegistered | PasswordReset | EmailVerificationRequested | VerificationMailSent | EmailVerified;
