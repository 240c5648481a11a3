export type * from './schedule/schedule.events';
export type { Schedule, ScheduleDetails, ScheduleState, ScheduleUnit } from './schedule/schedule.state';
export { describeSchedule, followedPin, type FollowedPin, type ScheduleStatus, type ScheduleView } from './schedule/schedule-view';
export { scheduleStream } from './schedule/schedule.stream';
