import type { Origin } from '@pps/event-store';
import type { PinDetails } from '../pin/pin.state';

/** Metadata of what publishing finds out about a pin. */
export const originOf = (pin: PinDetails, at: Date): Origin => ({
  organizationId: pin.organizationId,
  projectId: pin.projectId,
  epoch: pin.epoch,
  actor: { type: 'system', id: 'publishing' },
  correlationId: pin.pinId,
  occurredAt: at.toISOString(),
});
