import type { Fact } from '@pps/kernel';

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

export type EmailChangeFact = EmailChangeRequested | EmailChangeMailSent | EmailChanged;
