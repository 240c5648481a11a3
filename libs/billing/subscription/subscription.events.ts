import type { Fact } from '@pps/kernel';
import type { Plan } from './plans';

export type BillingStatus = 'active' | 'trialing' | 'past_due' | 'canceled' | 'unpaid';

export type BillingCycle = 'monthly' | 'annual';

/** What became of the provider's subscription, in the order in which it can happen. */
export type ProviderEventKind = 'created' | 'updated' | 'deleted';

/** The organization has a plan from here on; its terms are the plan's. */
export type SubscriptionStarted = Fact<
  'SubscriptionStarted',
  { readonly organizationId: string; readonly plan: Plan; readonly status: BillingStatus; readonly startedAt: string }
>;

/** The organization moved to another plan. */
export type PlanChanged = Fact<'PlanChanged', { readonly plan: Plan; readonly changedAt: string }>;

/** The status of the plan's payment changed; only `active` and `trialing` may publish on a paid plan. */
export type BillingStatusChanged = Fact<'BillingStatusChanged', { readonly status: BillingStatus; readonly changedAt: string }>;

/** The payment provider reported the subscription's state; what that changed follows as facts of its own in the same append. */
export type ProviderEventApplied = Fact<
  'ProviderEventApplied',
  {
    /** The provider's id of its event: each is applied once. */
    readonly eventId: string;
    /** The provider's time: an older event that arrives later is not applied. */
    readonly occurredAt: string;
    /** Of two events of the same second the one that can only come later holds; absent in older facts. */
    readonly kind?: ProviderEventKind;
    readonly provider: 'stripe';
    readonly billingCycle: BillingCycle | null;
    readonly periodStart: string | null;
    readonly periodEnd: string | null;
    readonly cancelAt: string | null;
  }
>;

export type SubscriptionFact = SubscriptionStarted | PlanChanged | BillingStatusChanged | ProviderEventApplied;
