import type { BoardAccess } from '@pps/connections';
import type { Streams, Origin } from '@pps/event-store';
import type { Principal } from '@pps/identity';
import { abandonPin } from '@pps/pins';
import { pinStream, type PinState } from '@pps/pins/events';
import { decideFiring, hasFiredWith } from '@pps/schedules';
import { scheduleStream, type Schedule, type ScheduleState, type ScheduleDetails } from '@pps/schedules/events';
import type { CreatePinDeps } from '../create-pin/create-pin';
import { pinIdOfSchedule, type PinRequest } from '../create-pin/duplicate-request';
import { forAccepted } from '../create-pin/pin-checks';
import type { ReservedUnit } from '../create-pin/quota-reservation';

/** The schedule was changed, or another process fires it: nothing is queued now, and nothing recorded. */
export class FiringSuperseded extends Error {
  override readonly name = 'FiringSuperseded';
}

/** The pin that a schedule asks for. */
export const pinRequestOfSchedule = ({ scheduleId, accountId, boardId, content, importJobId, agreement }: Schedule): PinRequest => ({
  ...{ accountId, boardId, content, scheduleId },
  idempotencyKey: scheduleId,
  ...(importJobId !== undefined && { importJobId }),
  ...(agreement && { agreement }),
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

/**
 * Makes sure that no pin will be queued with the unit that a schedule has fired with: abandons the unit where its pin is not there yet, so that a
 * process that is about to queue it is refused. The state of the pin then; null for a schedule that has not fired.
 */
export async function abandonUnqueuedPin(
  { streams }: { readonly streams: Pick<Streams, 'decide' | 'load'> },
  schedule: Schedule,
  origin: Origin,
): Promise<PinState | null> {
  if (schedule.phase !== 'fired') return null;
  const { pinId, unit } = schedule;
  const before = (await streams.load(pinStream, pinId)).state;
  if (before.kind === 'pin' || before.kind === 'deleted') return before;
  await abandonPin({ streams }, { pinId, ...unit, at: origin.occurredAt }, origin);
  return (await streams.load(pinStream, pinId)).state;
}

const actorId = 'schedules';

/** The service itself, doing what the client asked for when it made the schedule. */
export const principalOfSchedule = ({ organizationId, projectId, epoch, simulated }: ScheduleDetails, asOf: bigint): Principal => ({
  kind: 'system',
  userId: actorId,
  organizationId,
  projectId,
  environment: simulated ? 'sandbox' : 'production',
  epoch,
  scopes: [],
  accountIds: null,
  asOf,
});

/** Metadata of what firing records about a schedule. */
export const originOfFiring = ({ organizationId, projectId, epoch, scheduleId }: ScheduleDetails, at: Date): Origin => ({
  organizationId,
  projectId,
  epoch,
  actor: { type: 'system', id: actorId },
  correlationId: scheduleId,
  occurredAt: at.toISOString(),
});
