import { NotFound, Rejected, sameRequest } from '@pps/kernel';
import type { Agreement } from './agreement';
import { fingerprintOf } from './content';
import type { PinContent, PinFact, PinQueued, QuotaUnit } from './pin.events';
import type { Pin, PinState } from './pin.state';
import { describePin } from './pin-view';

/** Silent for a repeat of the same content; a key that stands for something else is refused. */
export function decidePinQueueing(command: PinQueued['data'], state: PinState): readonly PinFact[] {
  if (duplicateOf(command.contentHash, state, (accountId) => accountId === command.accountId)) return [];
  if (state.kind === 'abandoned' && state.entryIds.includes(command.entryId)) throw entryReleased();
  return [{ type: 'PinQueued', data: command }];
}

/** The pin that the same request has made; null where the key is free. Throws `Rejected('idempotency_key_reused')`, which names the pin where the caller may know of its account. */
export function duplicateOf(contentHash: string, state: PinState, mayKnow: (accountId: string) => boolean): Pin | null {
  if (state.kind === 'none' || state.kind === 'abandoned') return null;
  const named = mayKnow(state.accountId) ? { pin_id: state.pinId } : {};
  return sameRequest(contentHash, state.kind === 'pin' ? state : null, 'pin', named);
}

/** A reserved unit of quota whose pin has not come. */
export interface UnqueuedUnit {
  readonly pinId: string;
  readonly month: string;
  readonly entryId: string;
  readonly at: string;
}

/** Wins against a late `PinQueued` or is silent when that came first. */
export function decidePinAbandonment(command: UnqueuedUnit, state: PinState): readonly PinFact[] {
  if ((state.kind === 'pin' || state.kind === 'deleted') && state.entryId === command.entryId) return [];
  if (isAbandoned(command.entryId, state)) return [];
  const { pinId, month, entryId, at } = command;
  return [{ type: 'PinAbandoned', data: { pinId, month, entryId, abandonedAt: at } }];
}

export interface PinRetry {
  /** Where the client named none, the pin's own. */
  readonly accountId?: string | undefined;
  readonly boardId?: string | undefined;
  /** The reserved unit that pays for the retry: of a schedule's pin, and of no other. */
  readonly unit?: QuotaUnit | undefined;
  readonly agreement?: Agreement | undefined;
  readonly at: string;
}

/** Another go at a failed pin. Throws `Rejected('pin_not_failed' | 'quota_entry_released')`, `NotFound`. */
export function decidePinRetry({ unit, at, agreement, ...named }: PinRetry, state: PinState): readonly PinFact[] {
  const pin = requireFailed(state);
  const { accountId = pin.accountId, boardId = pin.boardId } = named;
  if ((pin.source === 'schedule') !== (unit !== undefined)) throw new Error(`a retry of ${pin.pinId} has the wrong number of units`);
  if (unit && isAbandoned(unit.entryId, pin)) throw entryReleased();
  const fingerprint = fingerprintOf(boardId, pin.content);
  const paid = { ...(unit && { unit }), ...(agreement && { agreement }) };
  return [{ type: 'PinRetryRequested', data: { accountId, boardId, fingerprint, requestedAt: at, ...paid } }];
}

/** The pin, where it waits for a retry. Throws `Rejected('pin_not_failed')`, `NotFound`. */
export function requireFailed(state: PinState): Pin {
  const pin = present(state);
  if (pin.phase === 'failed') return pin;
  throw pinNotFailed(describePin(pin));
}

/** The refusal of a retry of what has not failed. */
export const pinNotFailed = ({ pinId, status }: { readonly pinId: string; readonly status: string }): Rejected =>
  new Rejected('pin_not_failed', 'Only a failed pin can be retried.', { pin_id: pinId, status });

/** Changes a pin that has not gone out; silent when nothing changes. Throws `Rejected('pin_already_published' | 'pin_publishing')`, `NotFound`. */
export function decidePinEdit(
  command: { readonly boardId: string; readonly content: PinContent; readonly agreement?: Agreement | undefined; readonly at: string },
  state: PinState,
): readonly PinFact[] {
  const pin = present(state);
  if (pin.phase === 'published') throw alreadyPublished(pin);
  refuseWhileInFlight(pin);
  // Nothing is created while its video is prepared, but the video is the old content's.
  if (pin.phase === 'preparing_media') throw inFlight(pin);
  const { boardId, content, agreement, at } = command;
  if (pin.boardId === boardId && JSON.stringify(sorted(pin.content)) === JSON.stringify(sorted(content))) return [];
  const fingerprint = fingerprintOf(boardId, content);
  return [{ type: 'PinEdited', data: { boardId, content, fingerprint, editedAt: at, ...(agreement && { agreement }) } }];
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

/** The unit that a schedule's pin gives back with its end. It holds one from its firing until it fails, and from each retry on. */
export function releasedUnitOf(pin: Pin): { readonly releasedUnit?: QuotaUnit } {
  if (pin.source !== 'schedule' || pin.phase === 'failed' || pin.phase === 'published') return {};
  return { releasedUnit: { month: pin.month, entryId: pin.entryId } };
}

/** Whether the entry was given up before anything settled it. */
function isAbandoned(entryId: string, state: PinState): boolean {
  if (state.kind === 'abandoned') return state.entryIds.includes(entryId);
  return (state.kind === 'pin' || state.kind === 'deleted') && state.abandonedEntryIds?.includes(entryId) === true;
}

const entryReleased = (): Rejected => new Rejected('quota_entry_released', 'The quota entry was released meanwhile.');
