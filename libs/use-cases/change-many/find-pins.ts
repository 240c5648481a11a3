import type { Principal } from '@pps/identity';
import type { PinView } from '@pps/pins/events';
import { findPinRows } from '@projections/pins/list-pins.query';
import type { FindPinDeps } from '../change-pin/find-pin';

/** Those of these pins that the project has, by their id, whatever their account. Throws `NotFresh`. */
export async function findPins(
  { freshness, db }: FindPinDeps,
  principal: Principal,
  ids: readonly string[],
): Promise<Map<string, PinView>> {
  await freshness.wait('pins', principal);
  const pins = await findPinRows(db, principal.projectId, principal.epoch, ids);
  return new Map(pins.map((pin) => [pin.pinId, pin]));
}
