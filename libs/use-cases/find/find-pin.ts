import { stateAt, type EventStore, type LiveStates } from '@pps/event-store';
import { refuseForeignOwner, type Principal } from '@pps/identity';
import { NotFound } from '@pps/kernel';
import { describePin, pinStream, type PinView } from '@pps/pins/events';
import type { Database, Freshness } from '@pps/read-store';
import { projectStream } from '@pps/workspaces/events';
import { findPinRow, findPinRows } from '@projections/pins/list-pins.query';

/** What a read model is asked with. */
export interface ReadDeps {
  readonly freshness: Pick<Freshness, 'wait'>;
  readonly db: Database;
}

/** A pin that the credential may name. Throws `NotFound` for an absent or foreign one, `Rejected('account_not_permitted')`, `NotFresh`. */
export async function findPin({ freshness, db }: ReadDeps, principal: Principal, pinId: string): Promise<PinView> {
  await freshness.wait('pins', principal);
  const pin = await findPinRow(db, principal.projectId, principal.epoch, pinId);
  if (!pin) throw new NotFound('Pin');
  refuseForeignOwner(principal, pin.accountId);
  return pin;
}

/** Those of these pins that the project has, by their id, whatever their account. Throws `NotFresh`. */
export async function findPins({ freshness, db }: ReadDeps, principal: Principal, ids: readonly string[]): Promise<Map<string, PinView>> {
  await freshness.wait('pins', principal);
  const pins = await findPinRows(db, principal.projectId, principal.epoch, ids);
  return new Map(pins.map((pin) => [pin.pinId, pin]));
}

/** Where the past is read from, and what may be shown of it now. */
export interface PastDeps {
  readonly store: Pick<EventStore, 'last' | 'read'>;
  readonly live: Pick<LiveStates, 'get'>;
}

/**
 * The epoch of which the caller may see what was at a moment; null before the project existed. It is the present one: what a sandbox held before its
 * reset is gone for every reader.
 */
export async function epochAt(
  { store }: Pick<PastDeps, 'store'>,
  { projectId, epoch }: Pick<Principal, 'projectId' | 'epoch'>,
  at: Date,
): Promise<number | null> {
  const project = await stateAt(store, projectStream, projectId, at);
  return project.kind === 'none' ? null : epoch;
}

/**
 * A pin as it was at a moment, one that has been deleted since too. A caller that is limited to some accounts must be permitted the account that it
 * had then and the one that it has now. Throws `NotFound` where the project had no such pin then, `Rejected('account_not_permitted')`.
 */
export async function findPinAt({ store, live }: PastDeps, caller: Principal, pinId: string, at: Date): Promise<PinView> {
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
