import type { Fact } from '@pps/kernel';

/** Something about the account or what may act for it has changed; the mail that says so is still to be sent, whatever mails the user wants. */
export type SecurityMailRequested = Fact<
  'SecurityMailRequested',
  {
    readonly requestId: string;
    readonly userId: string;
    readonly notice:
      | 'api_key_created'
      | 'password_changed'
      | 'unproven_access_ended'
      | 'email_changed'
      | 'google_linked'
      | 'account_connected'
      | 'second_factor_enabled'
      | 'second_factor_disabled'
      | 'recovery_code_used'
      | 'account_deletion_requested'
      | 'account_deletion_canceled'
      | 'account_export_requested'
      | 'account_export_ready';
    /** Present for `api_key_created`. */
    readonly keyId?: string;
    /** Present for `account_connected`. */
    readonly accountId?: string;
    /** Present for `email_changed`: in the vault, the `UserProfile` with the former address, which the mail goes to. */
    readonly previousProfileRef?: string;
    readonly requestedAt: string;
    /** The mail is not sent after this time. */
    readonly expiresAt: string;
  }
>;

/** The mail was handed to the mail server. */
export type SecurityMailSent = Fact<'SecurityMailSent', { readonly requestId: string; readonly sentAt: string }>;

export type SecurityMailFact = SecurityMailRequested | SecurityMailSent;
