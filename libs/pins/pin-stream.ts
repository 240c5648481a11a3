import type { StreamType } from '@pps/event-store';
import { pin } from './pin.decider';
import type { PinFact } from './pin.events';
import type { PinState } from './pin-state';

export const pinStream: StreamType<PinState, PinFact> = { category: 'pin', decider: pin };
