import { Injectable } from '@nestjs/common';
import { readPlan, plans } from '@pps/billing';
import { sandboxAccountLimit, type PlanLimits } from '@pps/connections';
import { LiveStates } from '@pps/event-store';

@Injectable()
export class BilledPlanLimits implements PlanLimits {
  constructor(private readonly live: LiveStates) {}

  async platformAccounts({ organizationId, environment }: Parameters<PlanLimits['platformAccounts']>[0]): Promise<number> {
    if (environment === 'sandbox') return sandboxAccountLimit;
    return plans[(await readPlan(this.live, organizationId)).plan].platformAccountsLimit;
  }
}
