import type { Fact } from '@pps/kernel';
import type { OwnLimits, Plan } from './plans';

export type BillingStatus = 'active' | 'trialing' | 'past_due' | 'canceled' | 'unpaid';

export type BillingCycle = 'monthly' | 'annual';

/** What became of the provider's subscription, in the order in which it can happen; `reconciled`: read from the provider, not reported by it. */
export type ProviderEventKind = 'created' | 'updated' | 'deleted' | 'reconciled';

/** The provider's own word for the status of a subscription. */
export type ProviderStatus = 'incomplete' | 'incomplete_expired' | 'trialing' | 'active' | 'past_due' | 'unpaid' | 'paused' | 'canceled';

/** The organization has a plan from here on; its terms are the plan's. */
export type SubscriptionStarted = Fact<
  'SubscriptionStarted',
  { readonly organizationId: string; readonly plan: Plan; readonly status: BillingStatus; readonly startedAt: string }
>;

/** The organization moved to another plan. */
export type PlanChanged = Fact<
  'PlanChanged',
  {
    readonly plan: Plan;
    readonly changedAt: string;
    /** Who decided so; absent in older facts. */
    readonly decidedBy?: 'operator' | 'payment_provider';
  }
>;

/** The status of the plan's payment changed; only `active` and `trialing` may publish on a paid plan. */
export type BillingStatusChanged = Fact<'BillingStatusChanged', { readonly status: BillingStatus; readonly changedAt: string }>;

/** The payment provider knows the organization as this customer; there is one for an organization at a time. */
export type PaymentCustomerAssigned = Fact<
  'PaymentCustomerAssigned',
  { readonly provider: 'stripe'; readonly customerId: string; readonly assignedAt: string }
>;

/** The payment provider does not have the organization's customer any more; another one is made when it is next needed. */
export type PaymentCustomerRemoved = Fact<
  'PaymentCustomerRemoved',
  {
    readonly customerId: string;
    /** `deleted`: the provider reported so; `missing`: it was asked and did not have it. */
    readonly reason: 'deleted' | 'missing';
    readonly removedAt: string;
  }
>;

/** A plan that somebody was sent to buy was paid while the subscription was set to end, which is to be taken back at the provider. */
export type EndWithdrawalRequested = Fact<
  'EndWithdrawalRequested',
  {
    readonly subscriptionId: string;
    /** Of the checkout at which the purchase was begun. */
    readonly sessionId: string;
    /** When it would have ended. */
    readonly cancelAt: string;
    readonly requestedAt: string;
  }
>;

/** What the provider made of that: `canceled_again` by the customer after the purchase, which holds. */
export type EndWithdrawalSettled = Fact<
  'EndWithdrawalSettled',
  {
    readonly subscriptionId: string;
    readonly sessionId: string;
    readonly outcome: 'withdrawn' | 'nothing_pending' | 'canceled_again' | 'refused';
    readonly settledAt: string;
  }
>;

/** Somebody was sent to the payment provider to buy a plan, or to change to it. */
export type CheckoutStarted = Fact<
  'CheckoutStarted',
  {
    /** The provider's id of the session. */
    readonly sessionId: string;
    readonly plan: Plan;
    readonly billingCycle: BillingCycle;
    readonly startedAt: string;
  }
>;

/** A page of the provider's where a plan could be bought is closed; `completed`: it was bought there before. */
export type CheckoutClosed = Fact<
  'CheckoutClosed',
  { readonly sessionId: string; readonly outcome: 'expired' | 'completed'; readonly closedAt: string }
>;

/** The customer pays for a second subscription, which is to be canceled at the provider; its end is reported as every end is. */
export type DuplicateSubscriptionFound = Fact<
  'DuplicateSubscriptionFound',
  {
    readonly subscriptionId: string;
    readonly plan: Plan;
    /** The one that goes on. */
    readonly retainedSubscriptionId: string;
    /** What is left of the paid period is credited to the customer's next invoices. */
    readonly isCredited: boolean;
    readonly foundAt: string;
  }
>;

/** Somebody was sent to the payment provider's portal for customers. */
export type BillingPortalOpened = Fact<'BillingPortalOpened', { readonly sessionId: string; readonly openedAt: string }>;

/** Money went back, or the customer's bank disputes a payment: noted for people, it changes no plan. */
export type PaymentNoted = Fact<
  'PaymentNoted',
  {
    /** The provider's id of its event: each is noted once. */
    readonly eventId: string;
    readonly kind: 'refunded' | 'disputed' | 'dispute_closed';
    /** The provider's id of the charge or dispute. */
    readonly objectId: string;
    /** In the smallest units of the currency: refunded so far, or disputed. */
    readonly amount: number;
    readonly currency: string;
    /** The provider's word for how a dispute stands; null for a refund. */
    readonly outcome: string | null;
    readonly occurredAt: string;
  }
>;

/** What was agreed with an organization on Enterprise, instead of the plan's numbers; what is not named is the plan's again. */
export type OwnLimitsSet = Fact<'OwnLimitsSet', { readonly limits: OwnLimits; readonly setAt: string }>;

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
    /** Which of the customer's subscriptions; absent, as all that follows, in older facts. */
    readonly subscriptionId?: string;
    readonly customerId?: string;
    readonly plan?: Plan;
    readonly providerStatus?: ProviderStatus;
    readonly trialEnd?: string | null;
    /** An older report that came later says that what has ended was completed before. */
    readonly wasCompleted?: true;
    /** When the subscription was made. */
    readonly subscribedAt?: string;
  }
>;

export type SubscriptionFact =
  | SubscriptionStarted
  | PlanChanged
  | BillingStatusChanged
  | PaymentCustomerAssigned
  | PaymentCustomerRemoved
  | EndWithdrawalRequested
  | EndWithdrawalSettled
  | CheckoutStarted
  | CheckoutClosed
  | DuplicateSubscriptionFound
  | BillingPortalOpened
  | PaymentNoted
  | OwnLimitsSet
  | ProviderEventApplied;
