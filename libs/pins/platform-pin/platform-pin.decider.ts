import type { Decider } from '@pps/kernel';
import type { PlatformPinTaken } from './platform-pin.events';

export interface PlatformPinState {
  /** The pin of ours that it belongs to; null while none has taken it. */
  readonly takenBy: string | null;
}

export const takenPlatformPin: Decider<PlatformPinState, PlatformPinTaken> = {
  initial: { takenBy: null },
  evolve: (_, { data }) => ({ takenBy: data.pinId }),
};

/** Silent once some pin has taken it: the first one keeps it. */
export const take = (command: PlatformPinTaken['data'], state: PlatformPinState): readonly PlatformPinTaken[] =>
  state.takenBy === null ? [{ type: 'PlatformPinTaken', data: command }] : [];
