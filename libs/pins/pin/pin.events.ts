import type { Fact } from '@pps/kernel';
import type { Agreement } from './agreement';
import type { GivenContent } from './content-fields';

/** What is to be published, as the client gave it (camelCase); absent fields are absent. */
export type PinContent = GivenContent & {
  /** What the asset is; set by us, not by the client. Absent = image. */
  readonly mediaType?: 'video';
};

/** How long a machine has run, by a counter that nobody can set. */
export interface Uptime {
  /** Names one start of one machine. */
  readonly boot: string;
  readonly seconds: number;
}

/** One unit of a month's quota, named by its entry in the month's stream. */
export interface QuotaUnit {
  /** `yyyy-mm` in UTC. */
  readonly month: string;
  readonly entryId: string;
}

export type PinSource = 'api' | 'batch' | 'import' | 'schedule';

/** Held back; goes on by itself. */
export type DeferralReason = 'rate_limited' | 'platform_unavailable' | 'transient_upstream' | 'outcome_unknown';

/** Final until retried. */
export type PinErrorCode =
  | 'token_expired'
  | 'token_revoked'
  | 'scope_missing'
  | 'account_revoked'
  | 'board_access_denied'
  | 'board_not_found'
  | 'invalid_image'
  | 'media_url_unreachable'
  | 'asset_not_found'
  | 'invalid_payload'
  | 'publish_timeout'
  | 'outcome_unknown'
  | 'internal_error';

/** A pin was accepted and its unit of quota confirmed: it will be published or its failure reported. */
export type PinQueued = Fact<
  'PinQueued',
  {
    readonly pinId: string;
    readonly projectId: string;
    readonly epoch: number;
    readonly organizationId: string;
    readonly accountId: string;
    readonly boardId: string;
    readonly content: PinContent;
    /** Hash of everything the client gave: distinguishes a repeat from a reused key. */
    readonly contentHash: string;
    /** Of what can be recognised on the platform: board, link, title, description, alt text. */
    readonly fingerprint: string;
    /** The client's own key for this creation; the pin's id is derived from it. */
    readonly idempotencyKey?: string;
    /** Of the quota entry, `yyyy-mm` in UTC. */
    readonly month: string;
    /** The quota entry this pin settles. */
    readonly entryId: string;
    readonly source: PinSource;
    /** The import that it was a row of. */
    readonly importJobId?: string;
    /** The schedule that it comes from; its unit is released when the pin fails or is deleted before it was published. */
    readonly scheduleId?: string;
    /** In a sandbox: published in a simulation, never at the platform. */
    readonly simulated?: true;
    /** Absent: no program asked for it. */
    readonly agreement?: Agreement;
    readonly queuedAt: string;
  }
>;

/** A worker is about to call the platform: written before the call, so that no call is unknown. */
export type PinPublishAttemptStarted = Fact<
  'PinPublishAttemptStarted',
  {
    /** Counts from 1. */
    readonly attempt: number;
    readonly startedAt: string;
    /** Without an outcome by then the worker is taken to be gone. */
    readonly deadline: string;
    readonly fingerprint: string;
    /** Says how long ago this was, also after the clock was set. */
    readonly uptime?: Uptime;
  }
>;

/** The pin is on the platform. */
export type PinPublished = Fact<
  'PinPublished',
  {
    readonly attempt: number;
    readonly platformPinId: string;
    readonly platformUrl: string;
    readonly publishedAt: string;
    /** From the platform's answer, or found on the board afterwards. */
    readonly via: 'answer' | 'reconciled';
  }
>;

/** The attempt did not publish the pin for a reason that passes; it is tried again. */
export type PinPublishDeferred = Fact<
  'PinPublishDeferred',
  {
    readonly attempt: number;
    readonly reason: DeferralReason;
    readonly message: string;
    readonly deferredAt: string;
    readonly nextAttemptAt: string;
    /** Whether it counts as one of the attempts allowed; false where the platform only asked to wait. */
    readonly counts: boolean;
    /** The platform has the uploaded video no more: it is uploaded again. */
    readonly mediaLost?: true;
    /** The platform refused the access token and gave a new one; where it refuses that, too, the account has to be connected again. */
    readonly accessRefreshed?: true;
  }
>;

/** The call was made, or may have been, and no answer came: nothing is sent again before the board was read. */
export type PinPublishOutcomeUnknown = Fact<
  'PinPublishOutcomeUnknown',
  { readonly attempt: number; readonly message: string; readonly at: string; readonly nextLookAt: string }
>;

/** The board was read for a pin whose outcome was unknown. */
export type PinOutcomeReconciled = Fact<
  'PinOutcomeReconciled',
  {
    readonly attempt: number;
    /** Counts the reads from 1. */
    readonly look: number;
    readonly outcome: 'published' | 'not_found' | 'ambiguous' | 'unreadable';
    readonly at: string;
    /** Absent where this read was the last. */
    readonly nextLookAt?: string;
    /** Ids of the platform's pins that could be this one, when there are several. */
    readonly candidates?: readonly string[];
  }
>;

/** The pin was not published and is not tried again by itself. */
export type PinFailed = Fact<
  'PinFailed',
  {
    readonly errorCode: PinErrorCode;
    readonly errorMessage: string;
    readonly failedAt: string;
    /** The unit that is given back: of a schedule's pin only. */
    readonly releasedUnit?: QuotaUnit;
  }
>;

/** The quota entry was consumed, but the pin was never queued with it. */
export type PinAbandoned = Fact<
  'PinAbandoned',
  { readonly pinId: string; readonly month: string; readonly entryId: string; readonly abandonedAt: string }
>;

/** The client asked for another go at a failed pin, perhaps on another board or with another account. Costs quota for a schedule's pin only. */
export type PinRetryRequested = Fact<
  'PinRetryRequested',
  {
    readonly accountId: string;
    readonly boardId: string;
    readonly fingerprint: string;
    readonly requestedAt: string;
    /** The unit that this retry of a schedule's pin settles: the one before was given back when the pin failed. */
    readonly unit?: QuotaUnit;
    /** Absent: no program asked for it. */
    readonly agreement?: Agreement;
  }
>;

/** The client changed a pin that has not gone out; `content` is the whole new content. */
export type PinEdited = Fact<
  'PinEdited',
  {
    readonly boardId: string;
    readonly content: PinContent;
    readonly fingerprint: string;
    readonly editedAt: string;
    /** To the new content. Absent: no program asked for it. */
    readonly agreement?: Agreement;
  }
>;

/** The client deleted the pin: nothing of it goes out any more, and its idempotency key stays taken. */
export type PinDeleted = Fact<
  'PinDeleted',
  {
    readonly deletedAt: string;
    /** Whether the platform was asked to delete it, too, and did. */
    readonly removedFromPlatform: boolean;
    /** The unit that is given back: of a schedule's pin that had not come to its end. */
    readonly releasedUnit?: QuotaUnit;
  }
>;

/** A worker is about to register the pin's video with the platform and to upload it there; creates no pin. */
export type PinMediaPreparationStarted = Fact<
  'PinMediaPreparationStarted',
  {
    /** Counts on with the publishing attempts. */
    readonly attempt: number;
    readonly startedAt: string;
    /** Without an outcome by then the worker is taken to be gone. */
    readonly deadline: string;
  }
>;

/** The platform has the whole video and processes it. */
export type PinMediaUploaded = Fact<
  'PinMediaUploaded',
  {
    readonly attempt: number;
    /** The platform's id of the upload. */
    readonly mediaId: string;
    readonly uploadedAt: string;
    readonly nextLookAt: string;
  }
>;

/** The platform was asked for the video and still processes it, or did not answer. */
export type PinMediaAwaited = Fact<
  'PinMediaAwaited',
  {
    readonly mediaId: string;
    /** Counts the polls from 1. */
    readonly look: number;
    readonly at: string;
    readonly nextLookAt: string;
  }
>;

/** The platform has processed the video: the pin can be created. */
export type PinMediaReady = Fact<'PinMediaReady', { readonly mediaId: string; readonly at: string }>;

export type PinFact =
  | PinQueued
  | PinPublishAttemptStarted
  | PinPublished
  | PinPublishDeferred
  | PinPublishOutcomeUnknown
  | PinOutcomeReconciled
  | PinFailed
  | PinMediaPreparationStarted
  | PinMediaUploaded
  | PinMediaAwaited
  | PinMediaReady
  | PinRetryRequested
  | PinEdited
  | PinDeleted
  | PinAbandoned;
