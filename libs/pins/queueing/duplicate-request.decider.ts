import { Rejected } from '@pps/kernel';
import type { Pin, PinState } from '../pin/pin.state';

/**
 * The one rule for an idempotency key that was used before: the pin of the same request, or null where the key is still free.
 * Throws `Rejected('idempotency_key_reused')` where the key stands for another request, or for a pin that was deleted.
 */
export function duplicateOf(contentHash: string, state: PinState): Pin | null {
  switch (state.kind) {
    case 'none':
    case 'abandoned':
      return null;
    case 'pin':
      if (state.contentHash === contentHash) return state;
      throw keyReused(state.pinId);
    case 'deleted':
      throw keyReused(state.pinId);
  }
}

export const keyReused = (pinId: string): Rejected =>
  new Rejected('idempotency_key_reused', 'The idempotency key was used for another pin.', { pin_id: pinId });
