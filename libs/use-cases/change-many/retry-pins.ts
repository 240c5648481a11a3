import { refuseForeignOwner, type Principal } from '@pps/identity';
import { Rejected } from '@pps/kernel';
import type { PinView } from '@pps/pins/events';
import type { FindPinDeps } from '../change-pin/find-pin';
import { retryPin, type RetryPinDeps } from '../change-pin/retry-pin';
import { changeEach, type ChangedItem } from './change-each';
import { findPins } from './find-pins';

/** Retries each of these pins as it is; one that has not failed, or was retried meanwhile, is skipped. Throws `NotFresh`. */
export function retryPins(deps: RetryPinDeps & FindPinDeps, principal: Principal, ids: readonly string[]): Promise<ChangedItem[]> {
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
