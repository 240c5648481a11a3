import type { Origin } from '@pps/event-store';
import type { Principal } from '@pps/identity';
import type { ScheduleDetails } from '@pps/schedules/events';

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
