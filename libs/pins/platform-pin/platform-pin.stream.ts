import { type Fact, type Decider, derivedId } from '@pps/kernel';
import type { StreamType } from '@pps/event-store';

/** One of the platform's pins is what came of a pin of ours; no other pin, of whatever project, can be published as it any more. */
export type PlatformPinTaken = Fact<
  'PlatformPinTaken',
  { readonly platformPinId: string; readonly pinId: string; readonly takenAt: string }
>;

export interface PlatformPinState {
  /** The pin of ours that it belongs to; null while none has taken it. */
  readonly takenBy: string | null;
}

const takenPlatformPin: Decider<PlatformPinState, PlatformPinTaken> = {
  initial: { takenBy: null },
  evolve: (_, { data }) => ({ takenBy: data.pinId }),
};

/** Silent once some pin has taken it: the first one keeps it. */
export const decideTaking = (command: PlatformPinTaken['data'], state: PlatformPinState): readonly PlatformPinTaken[] =>
  state.takenBy === null ? [{ type: 'PlatformPinTaken', data: command }] : [];

/** `platform_pin-<id>`: which pin of ours one of the platform's pins belongs to; the id is derived from the platform's own. */
export const platformPinStream: StreamType<PlatformPinState, PlatformPinTaken> = {
  category: 'platform_pin',
  decider: takenPlatformPin,
  facts: {
    PlatformPinTaken: 1,
  },
};

export const platformPinStreamId = (platformPinId: string): string => derivedId('platform-pin', platformPinId);
