import type { Fact } from '@pps/kernel';
import type { Plan } from './plans';

export type BillingStatus = 'active' | 'trialing' | 'past_due' | 'canceled' | 'unpaid';

export type SubscriptionStarted = Fact<
  'SubscriptionStarted',
  { readonly organizationId: string; readonly plan: Plan; readonly status: BillingStatus; readonly startedAt: string }
>;

export type PlanChanged = Fact<'PlanChanged', { readonly plan: Plan; readonly changedAt: string }>;

export type BillingStatusChanged = Fact<'BillingStatusChanged', { readonly status: BillingStatus; readonly changedAt: string }>;

export type SubscriptionFact = SubscriptionStarted | PlanChanged | BillingStatusChanged;
