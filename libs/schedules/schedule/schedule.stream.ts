import type { StreamType } from '@pps/event-store';
import { sealedContent } from '@pps/pins/events';
import { schedule } from './schedule.decider';
import type { ScheduleFact } from './schedule.events';
import type { ScheduleState } from './schedule.state';

/** `schedule-<scheduleId>`: one pin that is to be queued at its time: fired once, then as its pin goes. */
export const scheduleStream: StreamType<ScheduleState, ScheduleFact> = {
  category: 'schedule',
  decider: schedule,
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
  snapshot: { version: 4, every: 200 },
};
