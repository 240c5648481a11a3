import type { ScheduleFact } from './schedule.events';
import type { Schedule, ScheduleState, ScheduleUnit } from './schedule.stream';

/** Whether it is to be fired now: its time has come, or it has fired and nobody has seen its pin. */
export function isScheduleDue(state: ScheduleState, at: string): state is Schedule {
  if (state.kind !== 'schedule') return false;
  if (state.phase === 'fired') return true;
  return (state.phase === 'scheduled' || state.phase === 'deferred') && state.dueAt <= at;
}

/** Fires it with a reserved unit; one that has fired without its pin being queued gets the unit instead of its own. Silent where it is not due. */
export function decideFiring(
  { pinId, at, unit }: { readonly pinId: string; readonly at: string; readonly unit: ScheduleUnit },
  state: ScheduleState,
): readonly ScheduleFact[] {
  if (!isScheduleDue(state, at)) return [];
  const { month, entryId } = unit;
  if (state.phase === 'fired') {
    if (state.unit.entryId === entryId) return [];
    return [{ type: 'ScheduleUnitReplaced', data: { month, entryId, replacedAt: at } }];
  }
  if (state.phase !== 'scheduled' && state.phase !== 'deferred') return [];
  // Of a deferred one the time itself, not the next try.
  const late = Date.parse(at) - Date.parse(state.phase === 'scheduled' ? state.dueAt : state.runAt);
  return [{ type: 'ScheduleFired', data: { pinId, firedAt: at, latenessMs: Math.max(0, late), month, entryId } }];
}

/** Whether it has fired with this unit: only then a pin may be queued with it. */
export const hasFiredWith = (state: ScheduleState, { entryId }: ScheduleUnit): boolean =>
  state.kind === 'schedule' && state.phase === 'fired' && state.unit.entryId === entryId;

export interface FiringRefusal {
  readonly errorCode: string;
  readonly errorMessage: string;
  readonly at: string;
  /** Of one that has fired: the entry that was abandoned, so that no pin can be queued with it. */
  readonly abandonedEntryId: string | null;
}

/** Records that it could not fire for a reason that does not pass by itself. Silent where it is not due any more. */
export function decideFiringFailure(
  { errorCode, errorMessage, at, abandonedEntryId }: FiringRefusal,
  state: ScheduleState,
): readonly ScheduleFact[] {
  if (!isRefusable(state, at, abandonedEntryId)) return [];
  return [{ type: 'ScheduleFailed', data: { errorCode, errorMessage, failedAt: at } }];
}

const deferredAtMostMs = 24 * 3_600_000;
const leastWaitMs = 1_000;

/** Records that the month's quota is used up: it is tried again when the month turns, and fails 24 h after the first refusal. */
export function decideFiringDeferral(refusal: FiringRefusal, state: ScheduleState): readonly ScheduleFact[] {
  const { errorCode, errorMessage, at, abandonedEntryId } = refusal;
  if (!isRefusable(state, at, abandonedEntryId)) return [];
  const until = state.phase === 'deferred' ? state.until : later(at, deferredAtMostMs);
  if (at >= until) return decideFiringFailure(refusal, state);
  const nextTryAt = [until, startOfNextMonth(at)].reduce((one, other) => (one < other ? one : other));
  const earliest = later(at, leastWaitMs);
  const data = { errorCode, errorMessage, deferredAt: at, nextTryAt: nextTryAt > earliest ? nextTryAt : earliest, until };
  return [{ type: 'ScheduleDeferred', data }];
}

/** Lets a deferred one be tried at once, as the organization's quota has grown. Silent for any other, and for one of a sandbox, whose quota is no plan's. */
export function decideTryAdvance({ at }: { readonly at: string }, state: ScheduleState): readonly ScheduleFact[] {
  if (state.kind !== 'schedule' || state.phase !== 'deferred' || state.simulated || state.dueAt <= at) return [];
  return [{ type: 'ScheduleTryAdvanced', data: { nextTryAt: at } }];
}

function isRefusable(state: ScheduleState, at: string, abandonedEntryId: string | null): state is Schedule {
  if (!isScheduleDue(state, at)) return false;
  return state.phase !== 'fired' || state.unit.entryId === abandonedEntryId;
}

const later = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString();

function startOfNextMonth(at: string): string {
  const [year = 0, month = 0] = at.split('-').map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString();
}
