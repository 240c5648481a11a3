import type { CommandRunner, Origin } from '@pps/event-store';
import { decidePinAbandonment, decidePinQueueing, type UnqueuedUnit } from '../pin/pin.decider';
import type { PinQueued } from '../pin/pin.events';
import { describePin, type PinView } from '../pin/pin-view';
import { pinStream } from '../pin/pin.stream';

export interface QueuePinDeps {
  readonly runner: Pick<CommandRunner, 'run'>;
}

export interface QueuedPin {
  readonly pin: PinView;
  /** True when the pin was there already with the same content. */
  readonly replayed: boolean;
}

/** Queues a pin for publishing under an id derived from its idempotency key, so that a race has one winner. */
export async function queuePin({ runner }: QueuePinDeps, pin: PinQueued['data'], origin: Origin): Promise<QueuedPin> {
  const { state, facts } = await runner.run(pinStream, pin.pinId, origin, (current) => decidePinQueueing(pin, current), { fresh: true });
  if (state.kind !== 'pin') throw new Error(`pin ${pin.pinId} is ${state.kind} after it was queued`);
  return { pin: describePin(state), replayed: facts.length === 0 };
}

/** Abandons a reserved unit of quota that no queued pin has confirmed. */
export async function abandonPin({ runner }: QueuePinDeps, unit: UnqueuedUnit, origin: Origin): Promise<void> {
  await runner.run(pinStream, unit.pinId, origin, (state) => decidePinAbandonment(unit, state));
}
