import { refuseForeignOwner, type Principal } from '@pps/identity';
import { NotFound } from '@pps/kernel';
import type { PinView } from '@pps/pins/events';
import type { Database, Freshness } from '@pps/read-store';
import { findPinRow as findRow } from '@projections/pins/list-pins.query';

export interface FindPinDeps {
  readonly freshness: Pick<Freshness, 'wait'>;
  readonly db: Database;
}

/** A pin that the credential may name. Throws `NotFound` for an absent or foreign one, `Rejected('account_not_permitted')`, `NotFresh`. */
export async function findPin({ freshness, db }: FindPinDeps, principal: Principal, pinId: string): Promise<PinView> {
  await freshness.wait('pins', principal);
  const pin = await findRow(db, principal.projectId, principal.epoch, pinId);
  if (!pin) throw new NotFound('Pin');
  refuseForeignOwner(principal, pin.accountId);
  return pin;
}
