import type { BoardAccess } from '@pps/connections';
import type { CommandRunner } from '@pps/event-store';
import type { Principal } from '@pps/identity';
import { Invalid, NotFound, Rejected } from '@pps/kernel';
import { decideFiring, hasFiredWith, isScheduleDue } from '@pps/schedules';
import { scheduleStream, type Schedule } from '@pps/schedules/events';
import type { PresentEpoch } from '@pps/workspaces/events';
import { createPin, type CreatePinDeps } from '../create-pin/create-pin';
import { pinIdOfSchedule } from '../create-pin/duplicate-request';
import type { ReservedUnit } from '../create-pin/quota-reservation';
import { abandonUnqueuedPin, type AbandonUnqueuedPinDeps } from './abandon-unqueued-pin';
import { recordRefusal } from './record-refusal';
import { originOfFiring, principalOfSchedule } from './schedule-principal';

export type FireScheduleDeps = CreatePinDeps &
  AbandonUnqueuedPinDeps & {
    readonly runner: Pick<CommandRunner, 'run' | 'load'>;
    readonly boards: Pick<BoardAccess, 'checkLocally'>;
    readonly presentEpoch: PresentEpoch;
  };

/** The schedule was changed, or another process fires it: nothing is queued now, and nothing recorded. */
class FiringSuperseded extends Error {
  override readonly name = 'FiringSuperseded';
}

/**
 * Fires a schedule that is due at `now`, by the database's clock; silent for one that is not, so that any number of processes may call it any
 * number of times. A unit of quota is reserved, `ScheduleFired` names it and freezes what the pin shows, and then the pin is queued under an id
 * derived from the schedule's; after a crash in between the next call goes on. A refusal is recorded and told: used up quota defers it, a
 * revoked account cancels it, anything else fails it. The platform is not asked: what it refuses ends the pin, and with it the schedule.
 * Throws what is not the schedule's own (`StoreUnavailable` …).
 */
export async function fireSchedule(deps: FireScheduleDeps, scheduleId: string, now: Date): Promise<void> {
  const { state: schedule, revision } = await deps.runner.load(scheduleStream, scheduleId);
  if (!isScheduleDue(schedule, now.toISOString())) return;
  if (!(await deps.presentEpoch(schedule))) throw new Error(`schedule ${scheduleId} belongs to a sandbox that was reset`);
  const principal = principalOfSchedule(schedule, await deps.live.head());
  try {
    await queuePin(deps, principal, schedule, revision, now);
  } catch (error) {
    if (error instanceof FiringSuperseded) return;
    if (!(error instanceof Rejected || error instanceof NotFound || error instanceof Invalid)) throw error;
    await recordRefusal(deps, schedule, error, now);
  }
}

async function queuePin(deps: FireScheduleDeps, principal: Principal, schedule: Schedule, loaded: number, now: Date): Promise<void> {
  // Its unit gets replaced: a process that stalled with that unit must not queue the pin any more, even after a cancel.
  if (schedule.phase === 'fired') await abandonUnqueuedPin(deps, schedule, originOfFiring(schedule, now));
  const { scheduleId, accountId, boardId, content, importJobId } = schedule;
  const request = {
    ...{ accountId, boardId, content, scheduleId },
    idempotencyKey: scheduleId,
    ...(importJobId !== undefined && { importJobId }),
  };
  const firing = { ...deps, clock: () => now, boards: { check: deps.boards.checkLocally.bind(deps.boards) } };
  let revision = loaded;
  const claim = async (unit: ReservedUnit) => {
    const command = { pinId: pinIdOfSchedule(scheduleId), at: now.toISOString(), unit };
    const decide = (state: Parameters<typeof decideFiring>[1]) => decideFiring(command, state);
    const options = { expectedRevision: revision };
    // A schedule that was edited or canceled since it was loaded must not fire as it was.
    const claimed = await deps.runner
      .run(scheduleStream, scheduleId, originOfFiring(schedule, now), decide, options)
      .catch(supersededByChange);
    if (!hasFiredWith(claimed.state, unit)) throw new FiringSuperseded();
    revision = claimed.revision;
  };
  await createPin(firing, principal, request, 'schedule', claim);
}

function supersededByChange(error: unknown): never {
  throw error instanceof Error && error.name === 'WrongRevision' ? new FiringSuperseded() : error;
}
