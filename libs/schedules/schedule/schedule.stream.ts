import type { StreamType } from '@pps/event-store';
import { nextMoment, sameRequest } from '@pps/kernel';
import { sealedContent, type Agreement } from '@pps/pins/events';
import type { CancelReason, ScheduleCreated, ScheduleFact } from './schedule.events';

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

/** Of its pin, where one was queued. */
interface EndedPin {
  readonly pinId: string | null;
  readonly firedAt: string | null;
}

/** It waits for its time, or for quota; it has fired, so its pin waits or is being published, or is about to be queued; or it has ended. */
type SchedulePhase =
  // `dueAt`: `runAt`, or when the client asked for another go.
  | { readonly phase: 'scheduled'; readonly dueAt: string }
  // It fails at `until`.
  | {
      readonly phase: 'deferred';
      readonly dueAt: string;
      readonly until: string;
      readonly errorCode: string;
      readonly errorMessage: string;
    }
  | { readonly phase: 'fired'; readonly pinId: string; readonly firedAt: string; readonly unit: ScheduleUnit }
  | (EndedPin & { readonly phase: 'done' })
  | (EndedPin & {
      readonly phase: 'failed';
      readonly errorCode: string;
      readonly errorMessage: string;
      readonly failedAt: string;
      readonly unit: ScheduleUnit | null;
    })
  | (EndedPin & { readonly phase: 'canceled'; readonly reason: CancelReason; readonly canceledAt: string });

export type Schedule = ScheduleDetails & SchedulePhase;

/** What is left to know of a deleted schedule: whose key it was, who may know of it, and that it is gone. */
interface DeletedSchedule {
  readonly kind: 'deleted';
  readonly scheduleId: string;
  readonly projectId: string;
  readonly epoch: number;
  readonly accountId: string;
}

export type ScheduleState = { readonly kind: 'none' } | Schedule | DeletedSchedule;

function evolve(before: ScheduleState, fact: ScheduleFact, occurredAt?: string): ScheduleState {
  const state = evolved(before, fact);
  if (before.kind !== 'schedule' || state.kind !== 'schedule' || state === before) return state;
  // What a fact says of its time may be another one's: a try that was brought forward is one to come.
  return { ...state, updatedAt: nextMoment(before.updatedAt, occurredAt ?? state.updatedAt) };
}

function evolved(state: ScheduleState, fact: ScheduleFact): ScheduleState {
  if (fact.type === 'ScheduleCreated') {
    const { createdAt, runAt } = fact.data;
    return { ...fact.data, kind: 'schedule', updatedAt: createdAt, phase: 'scheduled', dueAt: runAt };
  }
  if (state.kind !== 'schedule') return state;
  const { scheduleId, projectId, epoch, accountId } = state;
  switch (fact.type) {
    case 'ScheduleEdited': {
      const { boardId, content, runAt, editedAt, agreement } = fact.data;
      // What was agreed to is not what is published now.
      return inPhase(withAgreement({ ...state, boardId, content, runAt, updatedAt: editedAt }, agreement), {
        phase: 'scheduled',
        dueAt: runAt,
      });
    }
    case 'ScheduleFired': {
      const { pinId, firedAt, month, entryId } = fact.data;
      return inPhase({ ...state, updatedAt: firedAt }, { phase: 'fired', pinId, firedAt, unit: { month, entryId } });
    }
    case 'ScheduleUnitReplaced': {
      const { month, entryId, replacedAt } = fact.data;
      return state.phase === 'fired' ? { ...state, unit: { month, entryId }, updatedAt: replacedAt } : state;
    }
    case 'ScheduleDeferred': {
      const { errorCode, errorMessage, nextTryAt, until, deferredAt } = fact.data;
      return inPhase({ ...state, updatedAt: deferredAt }, { phase: 'deferred', errorCode, errorMessage, dueAt: nextTryAt, until });
    }
    case 'ScheduleTryAdvanced': {
      const { nextTryAt } = fact.data;
      return state.phase === 'deferred' ? { ...state, dueAt: nextTryAt, updatedAt: nextTryAt } : state;
    }
    case 'ScheduleCompleted':
      return inPhase({ ...state, updatedAt: fact.data.completedAt }, { phase: 'done', ...pinOf(state) });
    case 'ScheduleFailed': {
      const { errorCode, errorMessage, failedAt, pinId } = fact.data;
      const unit = state.phase === 'fired' ? state.unit : null;
      const pin = pinId === undefined ? noPin : pinOf(state);
      return inPhase({ ...state, updatedAt: failedAt }, { phase: 'failed', errorCode, errorMessage, failedAt, unit, ...pin });
    }
    case 'ScheduleCanceled': {
      const { reason, canceledAt } = fact.data;
      return inPhase({ ...state, updatedAt: canceledAt }, { phase: 'canceled', reason, canceledAt, ...pinOf(state) });
    }
    case 'ScheduleRetryRequested':
      return { ...state, retriedPinRevision: fact.data.pinRevision };
    case 'ScheduleRetried': {
      const { retriedAt, agreement } = fact.data;
      const again = { ...state, updatedAt: retriedAt };
      if (state.phase === 'failed' && state.pinId !== null && state.firedAt !== null && state.unit) {
        return inPhase(again, { phase: 'fired', pinId: state.pinId, firedAt: state.firedAt, unit: state.unit });
      }
      // Its pin is queued because of this one.
      return inPhase(withAgreement(again, agreement), { phase: 'scheduled', dueAt: retriedAt });
    }
    case 'ScheduleDeleted':
      return { kind: 'deleted', scheduleId, projectId, epoch, accountId };
  }
}

/** With this agreement only: `undefined` is none. */
function withAgreement(details: ScheduleDetails, agreement: Agreement | undefined): ScheduleDetails {
  const changed: ScheduleDetails & { agreement?: Agreement } = { ...details };
  if (agreement) changed.agreement = agreement;
  else delete changed.agreement;
  return changed;
}

const noPin = { pinId: null, firedAt: null };

const pinOf = (state: Schedule): EndedPin => ('pinId' in state ? { pinId: state.pinId, firedAt: state.firedAt } : noPin);

/** What every schedule has, with this phase and nothing of the one before. */
const inPhase = (details: ScheduleDetails, phase: SchedulePhase): Schedule => ({ ...scheduleDetailsOf(details), ...phase });

function scheduleDetailsOf(of: ScheduleDetails): ScheduleDetails {
  return {
    kind: 'schedule',
    scheduleId: of.scheduleId,
    projectId: of.projectId,
    epoch: of.epoch,
    organizationId: of.organizationId,
    accountId: of.accountId,
    boardId: of.boardId,
    content: of.content,
    runAt: of.runAt,
    contentHash: of.contentHash,
    createdAt: of.createdAt,
    updatedAt: of.updatedAt,
    ...(of.idempotencyKey !== undefined && { idempotencyKey: of.idempotencyKey }),
    ...(of.importJobId !== undefined && { importJobId: of.importJobId }),
    ...(of.simulated && { simulated: of.simulated }),
    ...(of.agreement && { agreement: of.agreement }),
    ...(of.retriedPinRevision !== undefined && { retriedPinRevision: of.retriedPinRevision }),
  };
}

/**
 * The schedule that the same request has made, or null where the key is still free. Throws `Rejected('idempotency_key_reused')`, which names the
 * schedule where the caller may know of its account.
 */
export function duplicateScheduleOf(contentHash: string, state: ScheduleState, mayKnow: (accountId: string) => boolean): Schedule | null {
  if (state.kind === 'none') return null;
  const named = mayKnow(state.accountId) ? { schedule_id: state.scheduleId } : {};
  return sameRequest(contentHash, state.kind === 'schedule' ? state : null, 'schedule', named);
}

/** Silent for a repeat of the same content; a key that stands for something else is refused. */
export function decideScheduleCreation(command: ScheduleCreated['data'], state: ScheduleState): readonly ScheduleFact[] {
  return duplicateScheduleOf(command.contentHash, state, (accountId) => accountId === command.accountId)
    ? []
    : [{ type: 'ScheduleCreated', data: command }];
}

/** `schedule-<scheduleId>`: one pin that is to be queued at its time: fired once, then as its pin goes. */
export const scheduleStream: StreamType<ScheduleState, ScheduleFact> = {
  category: 'schedule',
  decider: { initial: { kind: 'none' }, evolve },
  facts: {
    ScheduleCreated: 1,
    ScheduleEdited: 1,
    ScheduleFired: 1,
    ScheduleUnitReplaced: 1,
    ScheduleDeferred: 1,
    ScheduleTryAdvanced: 1,
    ScheduleCompleted: 1,
    ScheduleFailed: 1,
    ScheduleCanceled: 1,
    ScheduleRetryRequested: 1,
    ScheduleRetried: 1,
    ScheduleDeleted: 1,
  },
  sealed: {
    ScheduleCreated: [...sealedContent, 'contentHash', 'idempotencyKey'],
    ScheduleEdited: sealedContent,
    ScheduleDeferred: ['errorMessage'],
    ScheduleFailed: ['errorMessage'],
  },
  // A client may edit one as often as it likes.
  snapshot: { version: 5, every: 200 },
};
