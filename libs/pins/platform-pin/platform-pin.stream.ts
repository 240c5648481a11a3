import type { StreamType } from '@pps/event-store';
import { derivedId } from '@pps/kernel';
import { takenPlatformPin, type PlatformPinState } from './platform-pin.decider';
import type { PlatformPinTaken } from './platform-pin.events';

/** `platform_pin-<id>`: which pin of ours one of the platform's pins belongs to; the id is derived from the platform's own. */
export const platformPinStream: StreamType<PlatformPinState, PlatformPinTaken> = {
  category: 'platform_pin',
  decider: takenPlatformPin,
  facts: {
    PlatformPinTaken: 1,
  },
};

export const platformPinStreamId = (platformPinId: string): string => derivedId('platform-pin', platformPinId);
