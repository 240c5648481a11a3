import { Rejected } from '@pps/kernel';
import type { Pin, PinState } from '../pin/pin.state';

/**
 * The one rule for an idempotency key that was used before: the pin of the same request, or null where the key is still free.
 * Throws `Rejected('idempotency_key_reused')` where the key stands for another request, or for a pin that was deleted; it names that pin
 * where the caller may know of its account.
 */
export function duplicateOf(contentHash: string, state: PinState, mayKnow: (accountId: string) => boolean): Pin | null {
  if (state.kind === 'none' || state.kind === 'abandoned') return null;
  if (state.kind === 'pin' && state.contentHash === contentHash) return state;
  throw keyReused(mayKnow(state.accountId) ? state.pinId : null);
}

export const keyReused = (pinId: string | null): Rejected =>
  new Rejected('idempotency_key_reused', 'The idempotency key was used for another pin.', pinId === null ? {} : { pin_id: pinId });
