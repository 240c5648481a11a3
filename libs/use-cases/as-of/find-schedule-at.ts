import { stateAt } from '@pps/event-store';
import { refuseForeignOwner, type Principal } from '@pps/identity';
import { NotFound } from '@pps/kernel';
import { pinStream } from '@pps/pins/events';
import { describeSchedule, followedPin, scheduleStream, type Schedule, type ScheduleView } from '@pps/schedules/events';
import { epochAt } from './epoch-at';
import type { FindPinAtDeps } from './find-pin-at';

/**
 * A schedule as it and its pin were at a moment, one that has been deleted since too. A caller that is limited to some accounts must be permitted
 * those of the schedule and of its pin. Throws `NotFound` where the project had no such schedule then, `Rejected('account_not_permitted')`.
 */
export async function findScheduleAt(
  { store, live }: FindPinAtDeps,
  caller: Principal,
  scheduleId: string,
  at: Date,
): Promise<ScheduleView> {
  const [epoch, schedule] = await Promise.all([epochAt({ store }, caller, at), stateAt(store, scheduleStream, scheduleId, at)]);
  if (schedule.kind !== 'schedule' || schedule.projectId !== caller.projectId || schedule.epoch !== epoch)
    throw new NotFound('Schedule', 'Check the id, or ask for a later as_of: the schedule did not exist then.');
  refuseForeignOwner(caller, schedule.accountId);
  const pinId = pinOf(schedule);
  if (pinId === null) return describeSchedule(schedule);
  const [pin, { state: present }] = await Promise.all([stateAt(store, pinStream, pinId, at), live.get(pinStream, pinId, caller.asOf)]);
  const view = describeSchedule(schedule, followedPin(pin));
  refuseForeignOwner(caller, view.accountId);
  if ('accountId' in present) refuseForeignOwner(caller, present.accountId);
  return view;
}

const pinOf = (schedule: Schedule): string | null => ('pinId' in schedule ? schedule.pinId : null);
