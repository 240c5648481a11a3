import { ReleaseQuota } from '@pps/billing';
import { originOfPrincipal, type Principal } from '@pps/identity';
import { MarkPinDeleted, type PinDeletion } from '@pps/pins';
import type { PinView } from '@pps/pins/events';
import type { PinChangeDeps } from './append-pin-change';

/** Deletes the pin in this service, then releases the unit of quota that it gives back. Throws `Rejected('pin_publishing' | 'pin_already_published')`, `NotFound`. */
export async function appendPinDeletion(
  { commands, clock }: PinChangeDeps,
  principal: Principal,
  { pinId, projectId, epoch }: Pick<PinView, 'pinId' | 'projectId' | 'epoch'>,
  deletion: Omit<PinDeletion, 'at'>,
): Promise<void> {
  const now = clock();
  const [at, origin] = [now.toISOString(), originOfPrincipal(principal, now)];
  const unit = await commands.execute(new MarkPinDeleted(pinId, { ...deletion, at }, origin));
  if (!unit) return;
  const release = new ReleaseQuota(
    { projectId, epoch, month: unit.month },
    { entryId: unit.entryId, pinId, reason: 'schedule_canceled', at },
    origin,
  );
  // What fails here is done by the process that answers the deletion.
  await commands.execute(release).catch(() => undefined);
}
