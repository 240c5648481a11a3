import type { Fact } from '@pps/kernel';
import type { Agreement, PinContent } from '@pps/pins/events';

/** Why a schedule could not fire, or why its pin failed: a code of the interface. */
export type ScheduleErrorCode = string;

/** Who or what took a schedule back. */
export type CancelReason = 'requested' | 'account_revoked' | 'pin_deleted';

/** A pin is to be queued at a time in the future. */
export type ScheduleCreated = Fact<
  'ScheduleCreated',
  {
    readonly scheduleId: string;
    readonly projectId: string;
    readonly epoch: number;
    readonly organizationId: string;
    readonly accountId: string;
    readonly boardId: string;
    readonly content: PinContent;
    /** When it is to fire, in UTC. */
    readonly runAt: string;
    /** Hash of everything the client gave: distinguishes a repeat from a reused key. */
    readonly contentHash: string;
    /** The client's own key for this creation, or the one it was given; the schedule's id is derived from it. */
    readonly idempotencyKey?: string;
    /** The import that it came with. */
    readonly importJobId?: string;
    /** In a sandbox: published in a simulation, never at the platform. */
    readonly simulated?: true;
    /** To the content as it was then. Absent: no program asked for it. */
    readonly agreement?: Agreement;
    readonly createdAt: string;
  }
>;

/** The client changed a schedule that has not fired; `content` is the whole new content. */
export type ScheduleEdited = Fact<
  'ScheduleEdited',
  {
    readonly boardId: string;
    readonly content: PinContent;
    readonly runAt: string;
    readonly editedAt: string;
    /** To the new content. Absent: no program asked for it. */
    readonly agreement?: Agreement;
  }
>;

/** Its time had come and a unit of the month's quota is reserved for it: from now on its pin is queued, as the schedule says at this fact. */
export type ScheduleFired = Fact<
  'ScheduleFired',
  {
    readonly pinId: string;
    /** By the database's clock. */
    readonly firedAt: string;
    /** How long after its time it fired; never below zero. */
    readonly latenessMs: number;
    /** Of the quota entry, `yyyy-mm` in UTC. */
    readonly month: string;
    /** The quota entry that its pin confirms. */
    readonly entryId: string;
  }
>;

/** The process that fired it had died before the pin was queued, and its unit was released: another unit was reserved. */
export type ScheduleUnitReplaced = Fact<
  'ScheduleUnitReplaced',
  { readonly month: string; readonly entryId: string; readonly replacedAt: string }
>;

/** The month's quota is used up: it is tried again. */
export type ScheduleDeferred = Fact<
  'ScheduleDeferred',
  {
    readonly errorCode: ScheduleErrorCode;
    readonly errorMessage: string;
    readonly deferredAt: string;
    readonly nextTryAt: string;
    /** It fails when it could not fire by then. */
    readonly until: string;
  }
>;

/** The organization's plan was raised while the quota was used up: its next try is brought forward. */
export type ScheduleTryAdvanced = Fact<'ScheduleTryAdvanced', { readonly nextTryAt: string }>;

/** Its pin is published. */
export type ScheduleCompleted = Fact<'ScheduleCompleted', { readonly pinId: string; readonly completedAt: string }>;

/** It could not fire, or its pin failed. */
export type ScheduleFailed = Fact<
  'ScheduleFailed',
  {
    readonly errorCode: ScheduleErrorCode;
    readonly errorMessage: string;
    readonly failedAt: string;
    /** Of the pin that failed; absent where there is none. */
    readonly pinId?: string;
  }
>;

/** It was taken back before it was published. */
export type ScheduleCanceled = Fact<'ScheduleCanceled', { readonly reason: CancelReason; readonly canceledAt: string }>;

/**
 * The client asked for another go at the pin of a failed one: written before the pin is retried, so that a schedule is not deleted or retried meanwhile.
 * It says nothing once the pin's stream is past this revision.
 */
export type ScheduleRetryRequested = Fact<
  'ScheduleRetryRequested',
  {
    readonly pinId: string;
    /** Of the pin's stream: the retry is appended behind it, or not at all. */
    readonly pinRevision: number;
    readonly requestedAt: string;
  }
>;

/** The client asked for another go at a failed one: it fires again, or its pin that exists is tried again. */
export type ScheduleRetried = Fact<
  'ScheduleRetried',
  {
    readonly retriedAt: string;
    /** Of the pin that is tried again; absent where it has to fire. */
    readonly pinId?: string;
    /** Where it has to fire. Absent: no program asked for it. */
    readonly agreement?: Agreement;
  }
>;

/** The client removed one that has ended; its idempotency key stays taken. */
export type ScheduleDeleted = Fact<'ScheduleDeleted', { readonly deletedAt: string }>;

export type ScheduleFact =
  | ScheduleCreated
  | ScheduleEdited
  | ScheduleFired
  | ScheduleUnitReplaced
  | ScheduleDeferred
  | ScheduleTryAdvanced
  | ScheduleCompleted
  | ScheduleFailed
  | ScheduleCanceled
  | ScheduleRetryRequested
  | ScheduleRetried
  | ScheduleDeleted;
