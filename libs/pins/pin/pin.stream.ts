import type { StreamType } from '@pps/event-store';
import { pin } from './pin.decider';
import type { PinFact } from './pin.events';
import type { PinState } from './pin.state';

/** `pin-<pinId>`: the life of one pin: accepted, attempted, published or failed. */
export const pinStream: StreamType<PinState, PinFact> = { category: 'pin', decider: pin };
