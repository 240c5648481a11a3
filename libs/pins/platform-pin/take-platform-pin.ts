import { mapLimited } from '@pps/concurrency';
import type { Streams } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import type { PinDetails } from '../pin/pin.state';
import { originOf } from '../publishing/append-outcome';
import { decideTaking, type PlatformPinState, platformPinStream, platformPinStreamId } from './platform-pin.stream';

const readsAtOnce = 16;

export interface TakingDeps {
  readonly streams: Pick<Streams, 'decide' | 'load'>;
  readonly clock: Clock;
}

/** Takes one of the platform's pins for a pin of ours: of all pins of all projects exactly one gets it. Whether this one has it now. Throws `StoreUnavailable`. */
export async function takePlatformPin(deps: TakingDeps, pin: PinDetails, platformPinId: string): Promise<boolean> {
  const at = deps.clock();
  const command = { platformPinId, pinId: pin.pinId, takenAt: at.toISOString() };
  const id = platformPinStreamId(platformPinId);
  const decide = (state: PlatformPinState) => decideTaking(command, state);
  // Nearly always nobody has taken it: no read then.
  const { state } = await deps.streams.decide(platformPinStream, id, originOf(pin, at), decide, { fresh: true });
  return state.takenBy === pin.pinId;
}

/** The pins of ours that have taken these of the platform's, by its ids; without those that nobody has taken. Throws `StoreUnavailable`. */
export async function findTakers(
  { streams }: Pick<TakingDeps, 'streams'>,
  platformPinIds: readonly string[],
): Promise<Map<string, string>> {
  const takers = await mapLimited(readsAtOnce, platformPinIds, async (platformPinId) => {
    const { takenBy } = (await streams.load(platformPinStream, platformPinStreamId(platformPinId))).state;
    return takenBy === null ? [] : [[platformPinId, takenBy] as const];
  });
  return new Map(takers.flat());
}
