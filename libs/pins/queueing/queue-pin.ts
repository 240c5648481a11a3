import type { Streams, Origin } from '@pps/event-store';
import { decidePinAbandonment, decidePinQueueing, type UnqueuedUnit } from '../pin/pin.decider';
import type { PinQueued } from '../pin/pin.events';
import { describePin, type PinView } from '../pin/pin-view';
import { pinStream } from '../pin/pin.stream';

export interface QueuePinDeps {
  readonly streams: Pick<Streams, 'decide'>;
}

export interface QueuedPin {
  readonly pin: PinView;
  /** True when the pin was there already with the same content. */
  readonly replayed: boolean;
}

/** Queues a pin for publishing under an id derived from its idempotency key, so that a race has one winner. */
export async function queuePin({ streams }: QueuePinDeps, pin: PinQueued['data'], origin: Origin): Promise<QueuedPin> {
  const { state, facts } = await streams.decide(pinStream, pin.pinId, origin, (current) => decidePinQueueing(pin, current), {
    fresh: true,
  });
  if (state.kind !== 'pin') throw new Error(`pin ${pin.pinId} is ${state.kind} after it was queued`);
  return { pin: describePin(state), replayed: facts.length === 0 };
}

/** Abandons a reserved unit of quota that no queued pin has confirmed. */
export async function abandonPin({ streams }: QueuePinDeps, unit: UnqueuedUnit, origin: Origin): Promise<void> {
  await streams.decide(pinStream, unit.pinId, origin, (state) => decidePinAbandonment(unit, state));
}
