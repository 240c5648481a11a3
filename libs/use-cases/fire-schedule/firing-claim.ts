import type { BoardAccess } from '@pps/connections';
import type { Streams } from '@pps/event-store';
import { decideFiring, hasFiredWith } from '@pps/schedules';
import { scheduleStream, type Schedule, type ScheduleState } from '@pps/schedules/events';
import type { CreatePinDeps } from '../create-pin/create-pin';
import { forAccepted } from '../create-pin/pin-checks';
import { pinIdOfSchedule } from '../create-pin/duplicate-request';
import type { PinRequest } from '../create-pin/pin-request';
import type { ReservedUnit } from '../create-pin/quota-reservation';
import { originOfFiring } from './schedule-principal';

/** The schedule was changed, or another process fires it: nothing is queued now, and nothing recorded. */
export class FiringSuperseded extends Error {
  override readonly name = 'FiringSuperseded';
}

/** The pin that a schedule asks for. */
export const pinRequestOfSchedule = ({ scheduleId, accountId, boardId, content, importJobId }: Schedule): PinRequest => ({
  ...{ accountId, boardId, content, scheduleId },
  idempotencyKey: scheduleId,
  ...(importJobId !== undefined && { importJobId }),
});

/** Pins are created as of the moment by the database's clock, and the platform is not asked: what it refuses ends the pin, and with it the schedule. */
export const whileFiring = <Deps extends Pick<CreatePinDeps, 'clock' | 'termsOf'> & { readonly boards: Pick<BoardAccess, 'checkLocally'> }>(
  deps: Deps,
  now: Date,
) => ({ ...forAccepted({ ...deps, clock: () => now }), boards: { check: deps.boards.checkLocally.bind(deps.boards) } });

/**
 * Records that a schedule fires with a unit; called again with another unit where the first was lost. Throws `FiringSuperseded` where the schedule is
 * not as it was at revision `loaded`: one that was edited or canceled since must not fire as it was.
 */
export function firingClaim(
  { streams }: { readonly streams: Pick<Streams, 'decide'> },
  schedule: Schedule,
  loaded: number,
  now: Date,
): (unit: ReservedUnit) => Promise<void> {
  let revision = loaded;
  return async (unit) => {
    const command = { pinId: pinIdOfSchedule(schedule.scheduleId), at: now.toISOString(), unit };
    const decide = (state: ScheduleState) => decideFiring(command, state);
    const claimed = await streams
      .decide(scheduleStream, schedule.scheduleId, originOfFiring(schedule, now), decide, { expectedRevision: revision })
      .catch(supersededByChange);
    if (!hasFiredWith(claimed.state, unit)) throw new FiringSuperseded();
    revision = claimed.revision;
  };
}

function supersededByChange(error: unknown): never {
  throw error instanceof Error && error.name === 'WrongRevision' ? new FiringSuperseded() : error;
}
