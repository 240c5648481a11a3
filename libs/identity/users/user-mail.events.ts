import type { Fact } from '@pps/kernel';

/** Something in a project needs the user's attention; the mail about it is still to be sent. */
export type AlertMailRequested = Fact<
  'AlertMailRequested',
  {
    readonly requestId: string;
    readonly userId: string;
    /**
     * `webhook_disabled`: every delivery failed for days, so the service disabled the webhook.
     * `webhook_failing`: every delivery failed for a day; `webhook_recovered`: one succeeded after that.
     * `reconnect_required`: the platform no longer accepts an account's tokens.
     * `import_finished`: a file of pins that took long is worked off.
     * `quota_threshold`: so much of the month's quota is used.
     * `payment_late`: what was accepted before is published until a moment; `publishing_stopped`: that moment has come.
     * `trial_ending`: a trial ends soon.
     * `api_key_expiring`: an API key ends soon.
     */
    readonly alert:
      | 'webhook_disabled'
      | 'webhook_failing'
      | 'webhook_recovered'
      | 'reconnect_required'
      | 'import_finished'
      | 'quota_threshold'
      | 'payment_late'
      | 'publishing_stopped'
      | 'trial_ending'
      | 'api_key_expiring';
    readonly projectId: string;
    /** Present for what is about a webhook. */
    readonly webhookId?: string;
    /** Present for `reconnect_required`. */
    readonly accountId?: string;
    /** Present for `import_finished`. */
    readonly importJobId?: string;
    /** Present for `api_key_expiring`. */
    readonly keyId?: string;
    /** Present for `quota_threshold`. */
    readonly quota?: {
      readonly plan: string;
      readonly month: string;
      readonly thresholdPercent: 80 | 100;
      readonly quotaLimit: number;
      readonly quotaUsed: number;
    };
    /** Present for `payment_late`, `publishing_stopped` and `trial_ending`: until when the grace or the trial lasts. */
    readonly payment?: { readonly plan: string; readonly until: string };
    readonly requestedAt: string;
    /** The mail is not sent before this time, nor if its reason is gone by then; absent: at once. */
    readonly sendAt?: string;
    /** The mail is not sent after this time. */
    readonly expiresAt: string;
  }
>;

/** The mail was handed to the mail server. */
export type AlertMailSent = Fact<'AlertMailSent', { readonly requestId: string; readonly sentAt: string }>;

export type AlertMailFact = AlertMailRequested | AlertMailSent;

/** Something about the account or what may act for it has changed; the mail that says so is still to be sent, whatever mails the user wants. */
export type SecurityMailRequested = Fact<
  'SecurityMailRequested',
  {
    readonly requestId: string;
    readonly userId: string;
    readonly notice:
      | 'api_key_created'
      | 'program_allowed'
      | 'grant_replayed'
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
    /** Present for `api_key_created`, `program_allowed` and `grant_replayed`. */
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
