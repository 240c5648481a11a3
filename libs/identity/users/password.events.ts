import type { Fact } from '@pps/kernel';

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

export type PasswordFact = PasswordResetRequested | PasswordResetMailSent | PasswordReset | PasswordChanged;
