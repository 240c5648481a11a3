import type { BoardAccess } from '@pps/connections';
import type { Streams } from '@pps/event-store';
import type { Principal } from '@pps/identity';
import { isScheduleDue } from '@pps/schedules';
import { scheduleStream, type Schedule } from '@pps/schedules/events';
import type { PresentEpoch } from '@pps/workspaces/events';
import { createPin, type CreatePinDeps } from '../create-pin/create-pin';
import { abandonUnqueuedPin, type AbandonUnqueuedPinDeps } from './abandon-unqueued-pin';
import { firingClaim, FiringSuperseded, pinRequestOfSchedule, whileFiring } from './firing-claim';
import { isRefusal, recordRefusal } from './record-refusal';
import { originOfFiring, principalOfSchedule } from './schedule-principal';

export type FireScheduleDeps = CreatePinDeps &
  AbandonUnqueuedPinDeps & {
    readonly streams: Pick<Streams, 'decide' | 'load'>;
    readonly boards: Pick<BoardAccess, 'checkLocally'>;
    readonly presentEpoch: PresentEpoch;
  };

/**
 * Fires a schedule that is due at `now`, by the database's clock; silent for one that is not, so that any number of processes may call it any
 * number of times. A unit of quota is reserved, `ScheduleFired` names it and freezes what the pin shows, and then the pin is queued under an id
 * derived from the schedule's; after a crash in between the next call goes on. A refusal is recorded and told: used up quota defers it, a
 * revoked account cancels it, anything else fails it. The platform is not asked: what it refuses ends the pin, and with it the schedule.
 * Throws what is not the schedule's own (`StoreUnavailable` …).
 */
export async function fireSchedule(deps: FireScheduleDeps, scheduleId: string, now: Date): Promise<void> {
  const { state: schedule, revision } = await deps.streams.load(scheduleStream, scheduleId);
  if (!isScheduleDue(schedule, now.toISOString())) return;
  if (!(await deps.presentEpoch(schedule))) throw new Error(`schedule ${scheduleId} belongs to a sandbox that was reset`);
  const principal = principalOfSchedule(schedule, await deps.live.head());
  try {
    await queuePin(deps, principal, schedule, revision, now);
  } catch (error) {
    if (error instanceof FiringSuperseded) return;
    if (!isRefusal(error)) throw error;
    await recordRefusal(deps, schedule, error, now);
  }
}

async function queuePin(deps: FireScheduleDeps, principal: Principal, schedule: Schedule, revision: number, now: Date): Promise<void> {
  // Its unit gets replaced: a process that stalled with that unit must not queue the pin any more, even after a cancel.
  if (schedule.phase === 'fired') await abandonUnqueuedPin(deps, schedule, originOfFiring(schedule, now));
  const claim = firingClaim(deps, schedule, revision, now);
  await createPin(whileFiring(deps, now), principal, pinRequestOfSchedule(schedule), 'schedule', claim);
}
