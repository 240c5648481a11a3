import type { Streams, Origin } from '@pps/event-store';
import { NotFound } from '@pps/kernel';
import type { PinContent, PinFact, QuotaUnit } from '../pin/pin.events';
import { decidePinDeletion, decidePinEdit, decidePinRetry, type PinDeletion, type PinRetry } from './pin-change.decider';
import { describePin, type PinView } from '../pin/pin-view';
import type { PinState } from '../pin/pin.state';
import { pinStream } from '../pin/pin.stream';

export interface ChangePinDeps {
  readonly streams: Pick<Streams, 'decide'>;
}

export type PinChange =
  ({ readonly kind: 'retry' } & Omit<PinRetry, 'at'>) | { readonly kind: 'edit'; readonly boardId: string; readonly content: PinContent };

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
