import type { Principal } from '@pps/identity';
import { describePin, type PinView } from '@pps/pins/events';
import { requireFeatureOfEdit, requireMediaOfEdit, type PinCheckDeps } from '../create-pin/pin-checks';
import type { PinRequest } from '../create-pin/pin-request';
import { appendPinChange, type PinChangeDeps } from './append-pin-change';
import { changePresentPin, type PresentPinDeps } from './change-present-pin';

/**
 * Changes what a waiting or failed pin shows. `edit` makes the new whole of the pin as it stands, and is asked again where another change came first: of
 * two edits at once each keeps what it has set. Throws what `edit` throws, the refusals of the checks, `Rejected('pin_publishing')`, `NotFound`.
 */
export async function editPin(
  deps: PinCheckDeps & PinChangeDeps & PresentPinDeps,
  principal: Principal,
  { pinId }: Pick<PinView, 'pinId'>,
  edit: (pin: PinView) => Pick<PinRequest, 'boardId' | 'content'>,
): Promise<PinView> {
  return changePresentPin(deps, principal, pinId, async (pin, revision, requireBoard) => {
    const { boardId, content: edited } = edit(describePin(pin));
    await requireFeatureOfEdit(deps, principal, pin.content, edited);
    await requireMediaOfEdit(deps, principal, pin.content, edited);
    const content = await deps.assets.withMediaType(principal, edited);
    if (boardId !== pin.boardId) await requireBoard(pin.accountId, boardId);
    return appendPinChange(deps, principal, pinId, { kind: 'edit', boardId, content }, revision);
  });
}
