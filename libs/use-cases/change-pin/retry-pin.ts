import type { Principal } from '@pps/identity';
import { NotFound, Rejected } from '@pps/kernel';
import { fingerprintOf } from '@pps/pins';
import type { PinView } from '@pps/pins/events';
import { requireBoard, requireMedia, type PinCheckDeps } from '../create-pin/pin-checks';
import { appendPinChange, type PinChangeDeps } from './append-pin-change';

/** Where a retried pin goes; the account was required before. */
export interface RetryTarget {
  readonly accountId: string;
  readonly boardId: string;
}

/** Queues a failed pin again, checked like a new one but for its quota. Throws `Rejected('pin_not_failed')` and the refusals of the checks. */
export async function retryPin(
  deps: PinCheckDeps & PinChangeDeps,
  principal: Principal,
  pin: PinView,
  { accountId, boardId }: RetryTarget,
): Promise<PinView> {
  if (pin.status !== 'failed') {
    throw new Rejected('pin_not_failed', 'Only a failed pin can be retried.', { pin_id: pin.pinId, status: pin.status });
  }
  await requireMedia(deps, principal, pin.content);
  await requireBoard(deps, principal, accountId, boardId);
  const change = { kind: 'retry', accountId, boardId, fingerprint: fingerprintOf(boardId, pin.content) } as const;
  const retried = await appendPinChange(deps, principal, pin.pinId, change);
  if (!retried) throw new NotFound('Pin');
  return retried;
}
