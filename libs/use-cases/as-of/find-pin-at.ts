import { stateAt, type LiveStates } from '@pps/event-store';
import { refuseForeignOwner, type Principal } from '@pps/identity';
import { NotFound } from '@pps/kernel';
import { describePin, pinStream, type PinView } from '@pps/pins/events';
import { epochAt, type AsOfDeps } from './epoch-at';

export interface FindPinAtDeps extends AsOfDeps {
  readonly live: Pick<LiveStates, 'get'>;
}

/**
 * A pin as it was at a moment, one that has been deleted since too. A caller that is limited to some accounts must be permitted the account that it
 * had then and the one that it has now. Throws `NotFound` where the project had no such pin then, `Rejected('account_not_permitted')`.
 */
export async function findPinAt({ store, live }: FindPinAtDeps, caller: Principal, pinId: string, at: Date): Promise<PinView> {
  const [epoch, pin, present] = await Promise.all([
    epochAt({ store }, caller, at),
    stateAt(store, pinStream, pinId, at),
    live.get(pinStream, pinId, caller.asOf),
  ]);
  if (pin.kind !== 'pin' || pin.projectId !== caller.projectId || pin.epoch !== epoch)
    throw new NotFound('Pin', 'Check the id, or ask for a later as_of: the pin did not exist then.');
  refuseForeignOwner(caller, pin.accountId);
  if ('accountId' in present.state) refuseForeignOwner(caller, present.state.accountId);
  return describePin(pin);
}
