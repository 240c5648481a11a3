import type { Fact } from '@pps/kernel';

/** What is to be published, as the client gave it (camelCase); absent fields are absent. */
export interface PinContent {
  readonly title: string;
  readonly description?: string;
  readonly linkUrl?: string;
  readonly altText?: string;
  readonly imageUrl?: string;
  readonly assetId?: string;
  readonly coverImageUrl?: string;
  readonly coverImageAssetId?: string;
  readonly boardSectionId?: string;
  readonly dominantColor?: string;
  readonly relatedTerms?: readonly string[];
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
    /** Of everything the client gave: tells a repeat from a reused key. */
    readonly contentHash: string;
    /** Of what can be recognised on the platform: board, link, title, description, alt text. */
    readonly fingerprint: string;
    readonly idempotencyKey?: string;
    /** The quota entry this pin settles. */
    readonly month: string;
    readonly entryId: string;
    readonly source: PinSource;
    readonly queuedAt: string;
  }
>;

export type PinPublishAttemptStarted = Fact<
  'PinPublishAttemptStarted',
  { readonly attempt: number; readonly startedAt: string; readonly deadline: string; readonly fingerprint: string }
>;

export type PinPublished = Fact<
  'PinPublished',
  {
    readonly attempt: number;
    readonly platformPinId: string;
    readonly platformUrl: string;
    readonly publishedAt: string;
    readonly via: 'answer' | 'reconciled';
  }
>;

export type PinPublishDeferred = Fact<
  'PinPublishDeferred',
  {
    readonly attempt: number;
    readonly reason: DeferralReason;
    readonly message: string;
    readonly deferredAt: string;
    readonly nextAttemptAt: string;
    /** False where the platform only asked to wait. */
    readonly counts: boolean;
  }
>;

export type PinPublishOutcomeUnknown = Fact<
  'PinPublishOutcomeUnknown',
  { readonly attempt: number; readonly message: string; readonly at: string; readonly nextLookAt: string }
>;

export type PinOutcomeReconciled = Fact<
  'PinOutcomeReconciled',
  {
    readonly attempt: number;
    readonly look: number;
    readonly outcome: 'published' | 'not_found' | 'ambiguous' | 'unreadable';
    readonly at: string;
    readonly nextLookAt?: string;
    readonly candidates?: readonly string[];
  }
>;

export type PinFailed = Fact<'PinFailed', { readonly errorCode: PinErrorCode; readonly errorMessage: string; readonly failedAt: string }>;

/** The quota entry was consumed, but the pin was never queued with it. */
export type PinAbandoned = Fact<
  'PinAbandoned',
  { readonly pinId: string; readonly month: string; readonly entryId: string; readonly abandonedAt: string }
>;

export type PinFact =
  | PinQueued
  | PinPublishAttemptStarted
  | PinPublished
  | PinPublishDeferred
  | PinPublishOutcomeUnknown
  | PinOutcomeReconciled
  | PinFailed
  | PinAbandoned;
