import { plans, type Plan, type PlanTerms } from './plans';

const inSandboxes = { quotaPinsMonthly: 100, platformAccountsLimit: 5 };

/** What a plan allows in one of its projects: a sandbox has numbers of its own, whatever the plan, and the plan's features. */
export function termsOf(plan: Plan, environment: 'production' | 'sandbox'): PlanTerms {
  return environment === 'sandbox' ? { ...plans[plan], ...inSandboxes } : plans[plan];
}
