import { NotFound, Rejected } from '@pps/kernel';
import type { PinContent, PinFact } from '../pin/pin.events';
import { describePin } from '../pin/pin-view';
import type { Pin, PinState } from '../pin/pin.state';

/** Another go at a failed pin. Throws `Rejected('pin_not_failed')`, `NotFound`. */
export function decidePinRetry(
  command: { readonly accountId: string; readonly boardId: string; readonly fingerprint: string; readonly at: string },
  state: PinState,
): readonly PinFact[] {
  const pin = present(state);
  if (pin.phase !== 'failed') {
    const { pinId, status } = describePin(pin);
    throw new Rejected('pin_not_failed', 'Only a failed pin can be retried.', { pin_id: pinId, status });
  }
  const { accountId, boardId, fingerprint, at } = command;
  return [{ type: 'PinRetryRequested', data: { accountId, boardId, fingerprint, requestedAt: at } }];
}

/** Changes a pin that has not gone out; silent when nothing changes. Throws `Rejected('pin_already_published' | 'pin_publishing')`, `NotFound`. */
export function decidePinEdit(
  command: { readonly boardId: string; readonly content: PinContent; readonly fingerprint: string; readonly at: string },
  state: PinState,
): readonly PinFact[] {
  const pin = present(state);
  if (pin.phase === 'published') throw new Rejected('pin_already_published', 'The pin is published.', { pin_id: pin.pinId });
  refuseWhileInFlight(pin);
  // Nothing is created while its video is prepared, but the video is the old content's.
  if (pin.phase === 'preparing_media') throw inFlight(pin);
  const { boardId, content, fingerprint, at } = command;
  if (pin.boardId === boardId && JSON.stringify(sorted(pin.content)) === JSON.stringify(sorted(content))) return [];
  return [{ type: 'PinEdited', data: { boardId, content, fingerprint, editedAt: at } }];
}

/** Silent for a pin that is deleted already. Throws `Rejected('pin_publishing')`, `NotFound`. */
export function decidePinDeletion(
  command: { readonly at: string; readonly removedFromPlatform: boolean },
  state: PinState,
): readonly PinFact[] {
  if (state.kind === 'deleted') return [];
  refuseWhileInFlight(present(state));
  return [{ type: 'PinDeleted', data: { deletedAt: command.at, removedFromPlatform: command.removedFromPlatform } }];
}

/** An open attempt, or one of unknown outcome, may still create the pin. */
function refuseWhileInFlight(pin: Pin): void {
  if (pin.phase === 'attempting' || pin.phase === 'unknown_outcome') throw inFlight(pin);
}

const inFlight = ({ pinId }: Pin): Rejected => new Rejected('pin_publishing', 'The pin is being published.', { pin_id: pinId });

function present(state: PinState): Pin {
  if (state.kind !== 'pin') throw new NotFound('Pin');
  return state;
}

const sorted = (content: PinContent): [string, unknown][] =>
  Object.entries(content)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
