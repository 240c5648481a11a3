export type { PlanLimitName, Plan, PlanTerms } from './subscription/plans';
export { planNames, plans, termsOf } from './subscription/plans';
export {
  billingCycles,
  catalogueFaults,
  plansForSale,
  priceCatalogue,
  priceFault,
  pricesForSale,
  type Price,
} from './prices/price-catalogue';
export { PaymentAccess } from './provider/payment-access';
export { StripeClient, type StartedSession } from './provider/stripe.client';
export { lookupKeyOf } from './provider/stripe-subscription';
export { fromStripeEvent, type PaymentEvent } from './provider/stripe-event';
export { claimPaymentCustomer } from './customers/claim-payment-customer';
export { endWithdrawing } from './withdrawals/end-withdrawing.process';
export { applyReportedSubscription, reconcileAsRead } from './subscription/apply-reported-subscription';
export { cancelDuplicateSubscriptions } from './duplicates/cancel-duplicate-subscriptions';
export { begunBefore, isCheckoutSession } from './subscription/checkouts.policy';
export { noteWithoutPlan, reconcileSubscriptions, reconcilingDuty, runReconciling } from './reconciling/reconcile-subscriptions';
export { setOwnLimits, type OwnLimitChanges } from './subscription/own-limits.decider';
export { mayPublish } from './subscription/payment-terms.policy';
export { readPlan, readPublishingTerms, type PublishingTerms } from './subscription/read-plan';
export { decideSubscriptionStart, noteClosedCheckout } from './subscription/subscription.stream';
export { RecentReservations } from './quota/recent-reservations';
export { QuotaCounter } from './quota/quota-counter';
export { quotaMonth, quotaResetAt } from './quota/quota.stream';
export { releaseQuota } from './quota/release-quota';
export { quotaReleasing } from './quota/quota-releasing.process';
export { hasEnded, isLive, standingOf } from './subscription/provider-subscription.policy';
export { endSubscription, notePayment, removeCustomer, setSubscription, type ProviderEvent } from './subscription/provider-event.decider';
