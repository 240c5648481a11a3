import type { Fact } from '@pps/kernel';
import type { Plan } from './plans';

export type BillingStatus = 'active' | 'trialing' | 'past_due' | 'canceled' | 'unpaid';

/** The organization has a plan from here on; its terms are the plan's. */
export type SubscriptionStarted = Fact<
  'SubscriptionStarted',
  { readonly organizationId: string; readonly plan: Plan; readonly status: BillingStatus; readonly startedAt: string }
>;

/** The organization moved to another plan. */
export type PlanChanged = Fact<'PlanChanged', { readonly plan: Plan; readonly changedAt: string }>;

/** The payment of the plan changed its standing; only `active` and `trialing` may publish on a paid plan. */
export type BillingStatusChanged = Fact<'BillingStatusChanged', { readonly status: BillingStatus; readonly changedAt: string }>;

export type SubscriptionFact = SubscriptionStarted | PlanChanged | BillingStatusChanged;
