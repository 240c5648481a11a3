import type { CancelReason, ScheduleCreated, ScheduleErrorCode } from './schedule.events';

/** What every schedule has, whatever its phase. */
export interface ScheduleDetails extends Readonly<ScheduleCreated['data']> {
  readonly kind: 'schedule';
  readonly updatedAt: string;
  /** Of its pin, when a retry of the schedule was last about to be appended to it: while the pin is still there that retry may yet come. */
  readonly retriedPinRevision?: number;
}

/** A unit of a month's quota. */
export interface ScheduleUnit {
  readonly month: string;
  readonly entryId: string;
}

/** Waits for its time. */
export interface ScheduledPhase {
  readonly phase: 'scheduled';
  /** `runAt`, or when the client asked for another go. */
  readonly dueAt: string;
}

/** Its time has come, but the quota is used up. */
export interface DeferredPhase {
  readonly phase: 'deferred';
  readonly errorCode: ScheduleErrorCode;
  readonly errorMessage: string;
  readonly dueAt: string;
  /** When it fails. */
  readonly until: string;
}

/** Has fired: its pin waits or is being published, or is about to be queued. */
export interface FiredPhase {
  readonly phase: 'fired';
  readonly pinId: string;
  readonly firedAt: string;
  readonly unit: ScheduleUnit;
}

/** Of its pin, where one was queued. */
export interface EndedPin {
  readonly pinId: string | null;
  readonly firedAt: string | null;
}

export interface DonePhase extends EndedPin {
  readonly phase: 'done';
}

export interface FailedPhase extends EndedPin {
  readonly phase: 'failed';
  readonly errorCode: ScheduleErrorCode;
  readonly errorMessage: string;
  readonly failedAt: string;
  readonly unit: ScheduleUnit | null;
}

export interface CanceledPhase extends EndedPin {
  readonly phase: 'canceled';
  readonly reason: CancelReason;
  readonly canceledAt: string;
}

export type SchedulePhase = ScheduledPhase | DeferredPhase | FiredPhase | DonePhase | FailedPhase | CanceledPhase;

export type Schedule = ScheduleDetails & SchedulePhase;

/** What is left to know of a deleted schedule: whose key it was, who may know of it, and that it is gone. */
export interface DeletedSchedule {
  readonly kind: 'deleted';
  readonly scheduleId: string;
  readonly projectId: string;
  readonly epoch: number;
  readonly accountId: string;
}

export type ScheduleState = { readonly kind: 'none' } | Schedule | DeletedSchedule;
