import { refuseForeignOwner, type Principal } from '@pps/identity';
import { Rejected } from '@pps/kernel';
import { pinStream, type PinView } from '@pps/pins/events';
import { requireAgreement } from '../agreement/require-agreement';
import { retryPin, type RetryPinDeps } from '../change-pin/edit-pin';
import { deletePin, type DeletePinDeps } from '../change-pin/delete-pin';
import { findPins, type ReadDeps } from '../find/find-pin';
import { changeEach, withDeleted, type ChangedItem } from './change-each';

/** Retries each of these pins as it is; one that has not failed, or was retried meanwhile, is skipped. Throws `Rejected('proposal_required')`, `NotFresh`. */
export async function retryPins(deps: RetryPinDeps & ReadDeps, principal: Principal, ids: readonly string[]): Promise<ChangedItem[]> {
  requireAgreement(principal);
  const change = async (pin: PinView) => {
    refuseForeignOwner(principal, pin.accountId);
    if (pin.status !== 'failed') return 'skipped' as const;
    try {
      await retryPin(deps, principal, pin, {});
      return 'succeeded' as const;
    } catch (error) {
      if (error instanceof Rejected && error.code === 'pin_not_failed') return 'skipped' as const;
      throw error;
    }
  };
  return changeEach({ what: 'Pin', find: (distinct) => findPins(deps, principal, distinct), change }, ids);
}

/** Deletes each of these pins, none of them from the platform; one that is deleted already is skipped. Throws `NotFresh`. */
export async function deletePins(deps: DeletePinDeps & ReadDeps, principal: Principal, ids: readonly string[]): Promise<ChangedItem[]> {
  const change = async (pin: PinView | 'deleted') => {
    if (pin === 'deleted') return 'skipped' as const;
    refuseForeignOwner(principal, pin.accountId);
    await deletePin(deps, principal, pin, { fromPlatform: false });
    return 'succeeded' as const;
  };
  const find = async (distinct: readonly string[]) =>
    withDeleted(deps, principal, pinStream, distinct, await findPins(deps, principal, distinct));
  return changeEach({ what: 'Pin', find, change }, ids);
}
