import type { Streams, Origin } from '@pps/event-store';
import { decideScheduleCreation } from '../schedule/schedule.decider';
import type { ScheduleCreated } from '../schedule/schedule.events';
import { describeSchedule, type ScheduleView } from '../schedule/schedule-view';
import { scheduleStream } from '../schedule/schedule.stream';

export interface NewSchedule {
  readonly schedule: ScheduleView;
  /** True when the schedule was there already with the same content. */
  readonly replayed: boolean;
}

/** Creates a schedule under an id derived from its idempotency key, so that a race has one winner. Throws `Rejected('idempotency_key_reused')`. */
export async function addSchedule(
  { streams }: { readonly streams: Pick<Streams, 'decide'> },
  schedule: ScheduleCreated['data'],
  origin: Origin,
): Promise<NewSchedule> {
  const { scheduleId } = schedule;
  const { state, facts } = await streams.decide(
    scheduleStream,
    scheduleId,
    origin,
    (current) => decideScheduleCreation(schedule, current),
    {
      fresh: true,
    },
  );
  if (state.kind !== 'schedule') throw new Error(`schedule ${scheduleId} is ${state.kind} after it was created`);
  return { schedule: describeSchedule(state), replayed: facts.length === 0 };
}
