export { decideScheduleCreation, duplicateScheduleOf } from './schedule/schedule.stream';
export {
  decideRetryOfPin,
  decideScheduleCancel,
  decideScheduleDeletion,
  decideScheduleEdit,
  decideScheduleRetry,
  followPin,
  wrongState,
  type PinOutcome,
} from './schedule/schedule-change.decider';
export {
  decideFiring,
  decideFiringDeferral,
  decideFiringFailure,
  decideTryAdvance,
  hasFiredWith,
  isScheduleDue,
} from './schedule/firing.decider';
export { firingDue, runFiring, type FiredPortion, type FiringDeps, type FiringSignals } from './firing/firing.dispatcher';
export { dueSchedules, firingDuty, firingTask, type DueSchedule, type DueSchedules } from './firing/due-schedules.query';
export { scheduleFollowing } from './following/schedule-following.process';
export { cancelSchedulesOfRevokedAccounts } from './following/revoked-account-schedules.process';
export { advanceSchedulesOfRaisedPlans } from './following/raised-plan-schedules.process';
export { findSchedulesOfAccount, readScheduleOverdue } from './queue/schedule_queue.query';
export { scheduleQueueProjection } from './queue/schedule_queue.projection';
export { schedulesMigrations } from './schedules.migrations';
