import { readPlan, termsOf } from '@pps/billing';
import type { PlanLimits } from '@pps/connections';
import type { LiveStates } from '@pps/event-store';

export class BilledPlanLimits implements PlanLimits {
  constructor(private readonly live: LiveStates) {}

  async platformAccounts({ organizationId, environment }: Parameters<PlanLimits['platformAccounts']>[0]): Promise<number> {
    return termsOf(await readPlan(this.live, organizationId), environment).platformAccountsLimit;
  }
}
