import { billingStream } from '@pps/billing/events';
import { causedBy, factsOf, streamId, type Streams } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import { defineProcess, type Process } from '@pps/read-store';
import { decideTryAdvance } from '../schedule/firing.decider';
import { scheduleStream } from '../schedule/schedule.stream';
import { forEachSchedule } from './for-each-schedule';

export interface RaisedPlanSchedulesDeps {
  readonly streams: Pick<Streams, 'decide'>;
  /** Schedules of the organization that wait for quota, at most `most`, those after `after` in the order of their ids. */
  readonly deferredSchedules: (organizationId: string, after: string | null, most: number) => Promise<readonly string[]>;
  /** Resolves when that read model has passed the log's present head. */
  readonly schedulesAreFresh: () => Promise<void>;
  readonly clock: Clock;
  /** Told of a schedule that could not be advanced now: it is tried when the month turns. Throws an error that is not the schedule's own. */
  readonly onFailed: (scheduleId: string, error: unknown) => Promise<void>;
}

/** Schedules that wait for quota are tried again when the organization's plan changes, or what was agreed instead of its numbers; those that it has no room for either wait on. */
export const advanceSchedulesOfRaisedPlans = (deps: RaisedPlanSchedulesDeps): Process<null> =>
  defineProcess({
    name: 'raised-plan-schedules',
    startsAt: 'now',
    handles: factsOf(billingStream, 'PlanChanged', 'OwnLimitsSet'),
    initial: null,
    react: async (facts) => {
      if (facts.length > 0) await deps.schedulesAreFresh();
      for (const fact of facts) {
        const organizationId = streamId(billingStream, fact.stream) ?? '';
        const find = (after: string | null, most: number) => deps.deferredSchedules(organizationId, after, most);
        await forEachSchedule(find, async (scheduleId) => {
          const at = deps.clock();
          await deps.streams
            .decide(scheduleStream, scheduleId, causedBy(fact, at), (state) => decideTryAdvance({ at: at.toISOString() }, state))
            .catch((error: unknown) => deps.onFailed(scheduleId, error));
        });
      }
      return null;
    },
  });
