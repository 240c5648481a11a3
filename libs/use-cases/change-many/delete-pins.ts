import { mapLimited } from '@pps/concurrency';
import type { Streams } from '@pps/event-store';
import { refuseForeignOwner, type Principal } from '@pps/identity';
import { pinStream, type PinView } from '@pps/pins/events';
import { deletePin, type DeletePinDeps } from '../change-pin/delete-pin';
import type { FindPinDeps } from '../change-pin/find-pin';
import { changeEach, type ChangedItem } from './change-each';
import { findPins } from './find-pins';

const readAtOnce = 10;

export type DeletePinsDeps = DeletePinDeps & FindPinDeps & { readonly streams: Pick<Streams, 'load'> };

/** Deletes each of these pins, none of them from the platform; one that is deleted already is skipped. Throws `NotFresh`. */
export async function deletePins(deps: DeletePinsDeps, principal: Principal, ids: readonly string[]): Promise<ChangedItem[]> {
  const change = async (pin: PinView | 'deleted') => {
    if (pin === 'deleted') return 'skipped' as const;
    refuseForeignOwner(principal, pin.accountId);
    await deletePin(deps, principal, pin, { fromPlatform: false });
    return 'succeeded' as const;
  };
  const find = async (distinct: readonly string[]) => {
    const present = await findPins(deps, principal, distinct);
    const missing = distinct.filter((id) => !present.has(id));
    const deleted = await mapLimited(readAtOnce, missing, async (id) => ((await isDeleted(deps, principal, id)) ? [id] : []));
    return new Map<string, PinView | 'deleted'>([...present, ...deleted.flat().map((id) => [id, 'deleted'] as const)]);
  };
  return changeEach({ what: 'Pin', find, change }, ids);
}

/** No read model knows a deleted pin. One of another project, or of an account that the credential may not name, is not there. */
async function isDeleted({ streams }: DeletePinsDeps, principal: Principal, id: string): Promise<boolean> {
  const { state } = await streams.load(pinStream, id);
  if (state.kind !== 'deleted' || state.projectId !== principal.projectId || state.epoch !== principal.epoch) return false;
  return principal.accountIds === null || principal.accountIds.includes(state.accountId);
}
