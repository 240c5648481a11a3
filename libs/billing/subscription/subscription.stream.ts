import type { StreamType } from '@pps/event-store';
import { subscription, type SubscriptionState } from './subscription.decider';
import type { SubscriptionFact } from './subscription.events';

/** `billing-<organizationId>`: the plan of an organization and whether it is paid for. */
export const billingStream: StreamType<SubscriptionState, SubscriptionFact> = {
  category: 'billing',
  decider: subscription,
  facts: {
    SubscriptionStarted: 1,
    PlanChanged: 1,
    BillingStatusChanged: 1,
    PaymentCustomerAssigned: 1,
    PaymentCustomerRemoved: 1,
    EndWithdrawalRequested: 1,
    EndWithdrawalSettled: 1,
    CheckoutStarted: 1,
    CheckoutClosed: 1,
    DuplicateSubscriptionFound: 1,
    BillingPortalOpened: 1,
    PaymentNoted: 1,
    OwnLimitsSet: 1,
    ProviderEventApplied: 1,
  },
  snapshot: { version: 6, every: 200 },
};
