export { addSchedule, type NewSchedule } from './creating/add-schedule';
export { changeSchedule, type ScheduleChange } from './changes/change-schedule';
export { decideScheduleCancel, wrongState } from './changes/schedule-change.decider';
export {
  decideFiring,
  decideFiringDeferral,
  decideFiringFailure,
  decideTryAdvance,
  hasFiredWith,
  isScheduleDue,
} from './firing/firing.decider';
export { runFiring, type FiredPortion, type FiringDeps } from './firing/firing.dispatcher';
export type { FiringSignals } from './firing/firing-places';
export { firingDuty, firingTask } from './firing/firing-duty';
export { dueSchedules } from './firing/due-schedules.query';
export { readScheduleOverdue } from './firing/schedule-overdue.query';
export type { DueSchedule, DueSchedules } from './firing/due-schedules';
export { followPin, type PinOutcome } from './following/following.decider';
export { scheduleFollowing } from './following/schedule-following.process';
export { cancelSchedulesOfRevokedAccounts } from './following/revoked-account-schedules.process';
export { advanceSchedulesOfRaisedPlans } from './following/raised-plan-schedules.process';
export { findSchedulesOfAccount } from './queue/schedules-of-account.query';
export { scheduleQueueProjection } from './queue/schedule_queue.projection';
export { schedulesMigrations } from './schedules.migrations';
export { duplicateScheduleOf } from './schedule/schedule.decider';
