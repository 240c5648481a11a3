import type { Principal } from '@pps/identity';
import { fingerprintOf } from '@pps/pins';
import type { PinView } from '@pps/pins/events';
import { requireBoard, requireFeatureOfEdit, requireMediaOfEdit, type PinCheckDeps } from '../create-pin/pin-checks';
import type { PinRequest } from '../create-pin/pin-request';
import { appendPinChange, type PinChangeDeps } from './append-pin-change';

/** Replaces what a waiting or failed pin shows; `edited` is the new whole. Throws the refusals of the checks, `Rejected('pin_publishing')`. */
export async function editPin(
  deps: PinCheckDeps & PinChangeDeps,
  principal: Principal,
  pin: PinView,
  edited: Pick<PinRequest, 'boardId' | 'content'>,
): Promise<PinView> {
  const { boardId } = edited;
  await requireFeatureOfEdit(deps, principal, pin.content, edited.content);
  await requireMediaOfEdit(deps, principal, pin.content, edited.content);
  const content = await deps.assets.withMediaType(principal, edited.content);
  if (boardId !== pin.boardId) await requireBoard(deps, principal, pin.accountId, boardId);
  const change = { kind: 'edit', boardId, content, fingerprint: fingerprintOf(boardId, content) } as const;
  return appendPinChange(deps, principal, pin.pinId, change);
}
