import { NotFound, Rejected } from '@pps/kernel';
import type { PinContent, PinFact, QuotaUnit } from '../pin/pin.events';
import { fingerprintOf } from '../pin/content';
import { describePin } from '../pin/pin-view';
import type { Pin, PinState } from '../pin/pin.state';
import { entryReleased, isAbandoned, releasedUnitOf } from '../pin/quota-unit.decider';

export interface PinRetry {
  /** Where the client named none, the pin's own. */
  readonly accountId?: string | undefined;
  readonly boardId?: string | undefined;
  /** The reserved unit that pays for the retry: of a schedule's pin, and of no other. */
  readonly unit?: QuotaUnit | undefined;
  readonly at: string;
}

/** Another go at a failed pin. Throws `Rejected('pin_not_failed' | 'quota_entry_released')`, `NotFound`. */
export function decidePinRetry({ unit, at, ...named }: PinRetry, state: PinState): readonly PinFact[] {
  const pin = requireFailed(state);
  const { accountId = pin.accountId, boardId = pin.boardId } = named;
  if ((pin.source === 'schedule') !== (unit !== undefined)) throw new Error(`a retry of ${pin.pinId} has the wrong number of units`);
  if (unit && isAbandoned(unit.entryId, pin)) throw entryReleased();
  const fingerprint = fingerprintOf(boardId, pin.content);
  return [{ type: 'PinRetryRequested', data: { accountId, boardId, fingerprint, requestedAt: at, ...(unit && { unit }) } }];
}

/** The pin, where it waits for a retry. Throws `Rejected('pin_not_failed')`, `NotFound`. */
export function requireFailed(state: PinState): Pin {
  const pin = present(state);
  if (pin.phase === 'failed') return pin;
  const { pinId, status } = describePin(pin);
  throw new Rejected('pin_not_failed', 'Only a failed pin can be retried.', { pin_id: pinId, status });
}

/** Changes a pin that has not gone out; silent when nothing changes. Throws `Rejected('pin_already_published' | 'pin_publishing')`, `NotFound`. */
export function decidePinEdit(
  command: { readonly boardId: string; readonly content: PinContent; readonly at: string },
  state: PinState,
): readonly PinFact[] {
  const pin = present(state);
  if (pin.phase === 'published') throw alreadyPublished(pin);
  refuseWhileInFlight(pin);
  // Nothing is created while its video is prepared, but the video is the old content's.
  if (pin.phase === 'preparing_media') throw inFlight(pin);
  const { boardId, content, at } = command;
  if (pin.boardId === boardId && JSON.stringify(sorted(pin.content)) === JSON.stringify(sorted(content))) return [];
  return [{ type: 'PinEdited', data: { boardId, content, fingerprint: fingerprintOf(boardId, content), editedAt: at } }];
}

export interface PinDeletion {
  readonly at: string;
  readonly removedFromPlatform: boolean;
  /** Whoever asks takes it for one that is not on the platform. */
  readonly unlessPublished?: boolean | undefined;
}

/** Silent for a pin that is deleted already. Throws `Rejected('pin_publishing' | 'pin_already_published')`, `NotFound`. */
export function decidePinDeletion(command: PinDeletion, state: PinState): readonly PinFact[] {
  if (state.kind === 'deleted') return [];
  const pin = present(state);
  refuseWhileInFlight(pin);
  const { at: deletedAt, removedFromPlatform, unlessPublished } = command;
  if (unlessPublished && pin.phase === 'published') throw alreadyPublished(pin);
  return [{ type: 'PinDeleted', data: { deletedAt, removedFromPlatform, ...releasedUnitOf(pin) } }];
}

/** An open attempt, or one of unknown outcome, may still create the pin. */
function refuseWhileInFlight(pin: Pin): void {
  if (pin.phase === 'attempting' || pin.phase === 'unknown_outcome') throw inFlight(pin);
}

const alreadyPublished = ({ pinId }: Pin): Rejected => new Rejected('pin_already_published', 'The pin is published.', { pin_id: pinId });

const inFlight = ({ pinId }: Pin): Rejected => new Rejected('pin_publishing', 'The pin is being published.', { pin_id: pinId });

function present(state: PinState): Pin {
  if (state.kind !== 'pin') throw new NotFound('Pin');
  return state;
}

const sorted = (content: PinContent): [string, unknown][] =>
  Object.entries(content)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
