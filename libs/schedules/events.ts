export type * from './schedule/schedule.events';
export { scheduleStream, type Schedule, type ScheduleDetails, type ScheduleState, type ScheduleUnit } from './schedule/schedule.stream';
export { describeSchedule, followedPin, type FollowedPin, type ScheduleStatus, type ScheduleView } from './schedule/schedule-view';
