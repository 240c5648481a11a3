import type { Streams, Origin } from '@pps/event-store';
import {
  decidePinAbandonment,
  decidePinQueueing,
  type UnqueuedUnit,
  decidePinDeletion,
  decidePinEdit,
  decidePinRetry,
  type PinDeletion,
  type PinRetry,
} from './pin.decider';
import type { Agreement } from './agreement';
import type { PinQueued, PinContent, PinFact, QuotaUnit } from './pin.events';
import { describePin, type PinView } from './pin-view';
import { pinStream } from './pin.stream';
import { NotFound } from '@pps/kernel';
import type { PinState } from './pin.state';

export interface ChangePinDeps {
  readonly streams: Pick<Streams, 'decide'>;
}

export interface QueuedPin {
  readonly pin: PinView;
  /** True when the pin was there already with the same content. */
  readonly replayed: boolean;
}

/** Queues a pin for publishing under an id derived from its idempotency key, so that a race has one winner. */
export async function queuePin({ streams }: ChangePinDeps, pin: PinQueued['data'], origin: Origin): Promise<QueuedPin> {
  const { state, facts } = await streams.decide(pinStream, pin.pinId, origin, (current) => decidePinQueueing(pin, current), {
    fresh: true,
  });
  if (state.kind !== 'pin') throw new Error(`pin ${pin.pinId} is ${state.kind} after it was queued`);
  return { pin: describePin(state), replayed: facts.length === 0 };
}

/** Abandons a reserved unit of quota that no queued pin has confirmed. */
export async function abandonPin({ streams }: ChangePinDeps, unit: UnqueuedUnit, origin: Origin): Promise<void> {
  await streams.decide(pinStream, unit.pinId, origin, (state) => decidePinAbandonment(unit, state));
}

export type PinChange =
  | ({ readonly kind: 'retry' } & Omit<PinRetry, 'at'>)
  | {
      readonly kind: 'edit';
      readonly boardId: string;
      readonly content: PinContent;
      readonly agreement?: Agreement | undefined;
    };

/** What a client does to a pin that exists; answers the pin as it is then. Throws `WrongRevision` where another fact came first: what was checked may not hold for it. */
export async function changePin(
  { streams }: ChangePinDeps,
  pinId: string,
  change: PinChange,
  at: string,
  origin: Origin,
  expectedRevision: number,
): Promise<PinView> {
  const { state } = await streams.decide(pinStream, pinId, origin, (current) => decide(change, at, current), { expectedRevision });
  if (state.kind !== 'pin') throw new NotFound('Pin');
  return describePin(state);
}

/** Deletes a pin; answers the unit of quota that it gives back. Throws `Rejected('pin_publishing' | 'pin_already_published')`, `NotFound`. */
export async function markPinDeleted(
  { streams }: ChangePinDeps,
  pinId: string,
  deletion: PinDeletion,
  origin: Origin,
): Promise<QuotaUnit | null> {
  const { facts } = await streams.decide(pinStream, pinId, origin, decidePinDeletion.bind(null, deletion));
  const [deleted] = facts;
  return deleted?.type === 'PinDeleted' ? (deleted.data.releasedUnit ?? null) : null;
}

function decide(change: PinChange, at: string, state: PinState): readonly PinFact[] {
  switch (change.kind) {
    case 'retry':
      return decidePinRetry({ ...change, at }, state);
    case 'edit':
      return decidePinEdit({ ...change, at }, state);
  }
}
