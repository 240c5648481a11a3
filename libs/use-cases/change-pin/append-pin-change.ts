import type { Streams } from '@pps/event-store';
import { originOfPrincipal, type Principal } from '@pps/identity';
import type { Clock } from '@pps/kernel';
import { changePin, type PinChange } from '@pps/pins';
import type { PinView } from '@pps/pins/events';

export interface PinChangeDeps {
  readonly streams: Pick<Streams, 'decide'>;
  readonly clock: Clock;
}

/** Sends the change to the pin's stream; the pin as it is then. Throws `WrongRevision` where the stream has moved on, and the refusals of the change. */
export function appendPinChange(
  { streams, clock }: PinChangeDeps,
  principal: Principal,
  pinId: string,
  change: PinChange,
  expectedRevision: number,
): Promise<PinView> {
  const at = clock();
  return changePin({ streams }, pinId, change, at.toISOString(), originOfPrincipal(principal, at), expectedRevision);
}
