import { Injectable } from '@nestjs/common';
import { readPlan, termsOf } from '@pps/billing';
import type { PlanLimits } from '@pps/connections';
import { LiveStates } from '@pps/event-store';

@Injectable()
export class BilledPlanLimits implements PlanLimits {
  constructor(private readonly live: LiveStates) {}

  async platformAccounts({ organizationId, environment }: Parameters<PlanLimits['platformAccounts']>[0]): Promise<number> {
    return termsOf(await readPlan(this.live, organizationId), environment).platformAccountsLimit;
  }
}
