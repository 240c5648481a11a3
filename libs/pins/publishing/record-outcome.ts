import { StoreUnavailable } from '@pps/event-store';
import { setTimeout as delay } from 'node:timers/promises';
import type { PinFact } from '../pin/pin.events';
import type { PinDetails, PinState } from '../pin/pin.state';
import { pinStream } from '../pin/pin.stream';
import { originOf } from './origin';
import { isOver } from './over';
import type { PublishingDeps } from './publishing-deps';

const recordForMs = 60_000;

/** Keeps trying for a minute; after that the deadline ends what was started, which is true. */
export async function record(
  deps: PublishingDeps,
  pin: PinDetails,
  decide: (state: PinState, at: string) => readonly PinFact[],
): Promise<void> {
  if (await isOver(deps, pin)) return;
  const giveUpAt = performance.now() + recordForMs;
  for (;;) {
    const at = deps.clock();
    try {
      await deps.runner.run(pinStream, pin.pinId, originOf(pin, at), (state) => decide(state, at.toISOString()));
      return;
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || performance.now() > giveUpAt) throw error;
      await delay(500);
    }
  }
}
