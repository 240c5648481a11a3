import type { Fact } from '@pps/kernel';

/** Something of a project needs the user's attention; the mail that says so is still to be sent. */
export type AlertMailRequested = Fact<
  'AlertMailRequested',
  {
    readonly requestId: string;
    readonly userId: string;
    /**
     * `webhook_disabled`: nothing but failure for days, so nothing more is sent to it.
     * `reconnect_required`: the platform no longer takes an account's tokens.
     */
    readonly alert: 'webhook_disabled' | 'reconnect_required';
    readonly projectId: string;
    /** Of `webhook_disabled`. */
    readonly webhookId?: string;
    /** Of `reconnect_required`. */
    readonly accountId?: string;
    readonly requestedAt: string;
    /** After this the mail would be no news. */
    readonly expiresAt: string;
  }
>;

/** The mail was handed to the mail server. */
export type AlertMailSent = Fact<'AlertMailSent', { readonly requestId: string; readonly sentAt: string }>;

export type AlertMailFact = AlertMailRequested | AlertMailSent;
