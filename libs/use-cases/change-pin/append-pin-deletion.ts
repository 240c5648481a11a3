import { releaseQuota } from '@pps/billing';
import { originOfPrincipal, type Principal } from '@pps/identity';
import { markPinDeleted, type PinDeletion } from '@pps/pins';
import type { PinView } from '@pps/pins/events';
import type { PinChangeDeps } from './append-pin-change';

/** Deletes the pin in this service, then releases the unit of quota that it gives back. Throws `Rejected('pin_publishing' | 'pin_already_published')`, `NotFound`. */
export async function appendPinDeletion(
  { streams, clock }: PinChangeDeps,
  principal: Principal,
  { pinId, projectId, epoch }: Pick<PinView, 'pinId' | 'projectId' | 'epoch'>,
  deletion: Omit<PinDeletion, 'at'>,
): Promise<void> {
  const now = clock();
  const [at, origin] = [now.toISOString(), originOfPrincipal(principal, now)];
  const unit = await markPinDeleted({ streams }, pinId, { ...deletion, at }, origin);
  if (!unit) return;
  const { month, entryId } = unit;
  const entry = { entryId, pinId, reason: 'schedule_canceled', at } as const;
  // What fails here is done by the process that answers the deletion.
  await releaseQuota({ streams }, { projectId, epoch, month }, entry, origin).catch(() => undefined);
}
