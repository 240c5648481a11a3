import type { Principal } from '@pps/identity';
import { failureOf } from '@pps/runtime';
import { monthlyQuota, quotaExceeded, type PinCheckDeps } from '../create-pin/pin-checks';
import type { CheckOutcome } from '../create-pin/validate-pin';

/** Whether it takes a unit of the month's quota as soon as it is agreed to. */
export interface NeedsUnit {
  readonly needsUnit?: boolean;
}

interface Checked extends NeedsUnit {
  readonly checks: readonly CheckOutcome[];
}

/** Items that are agreed to together, in their order: those behind the last unit of the month are refused. */
export async function withUnits<Item extends Checked>(
  deps: Pick<PinCheckDeps, 'termsOf' | 'quota' | 'clock' | 'upgradeUrl'>,
  principal: Principal,
  items: readonly Item[],
): Promise<Omit<Item, 'needsUnit'>[]> {
  const quota = await monthlyQuota(deps, principal);
  let { used } = quota;
  return items.map(({ needsUnit = false, ...item }) => {
    if (!needsUnit || item.checks.some(({ status }) => status === 'failed')) return item;
    if (used < quota.limit) {
      used++;
      return item;
    }
    const { code, message, context, remediation } = failureOf(quotaExceeded(deps, principal, { ...quota, used }));
    const refused: CheckOutcome = { name: 'quota', status: 'failed', code, message, remediation, details: context };
    return { ...item, checks: [...item.checks.filter(({ name }) => name !== 'quota'), refused] };
  });
}
