import { Rejected } from '@pps/kernel';
import type { QuotaUnit } from './pin.events';
import type { DeletedPin, Pin, PinState } from './pin.state';

/**
 * The unit that a pin gives back when it fails or is deleted, as a field of the fact that says so: only a schedule's pin gives one back, and only
 * while it holds one. It holds one from its firing until it fails, and from each retry on.
 */
export function releasedUnitOf(pin: Pin): { readonly releasedUnit?: QuotaUnit } {
  if (pin.source !== 'schedule' || pin.phase === 'failed' || pin.phase === 'published') return {};
  return { releasedUnit: { month: pin.month, entryId: pin.entryId } };
}

const rememberedAtMost = 100;

/** The pin after a unit was released that it never had, or has no more. */
export function withAbandonedEntry<Known extends Pin | DeletedPin>(pin: Known, entryId: string): Known {
  const abandonedEntryIds = [...(pin.abandonedEntryIds ?? []), entryId].slice(-rememberedAtMost);
  return Object.assign({}, pin, { abandonedEntryIds });
}

/** Whether the entry was given up before anything settled it. */
export function isAbandoned(entryId: string, state: PinState): boolean {
  if (state.kind === 'abandoned') return state.entryIds.includes(entryId);
  return (state.kind === 'pin' || state.kind === 'deleted') && state.abandonedEntryIds?.includes(entryId) === true;
}

export const entryReleased = (): Rejected => new Rejected('quota_entry_released', 'The quota entry was released meanwhile.');
