export { BillingModule } from './billing.module';
export type { PlanLimitName, Plan, PlanTerms } from './subscription/plans';
export { planNames, plans, termsOf } from './subscription/plans';
export { priceCatalogue, type Price } from './prices/price-catalogue';
export { billingCycles, catalogueFaults, plansForSale, priceFault, pricesForSale } from './prices/price-catalogue.policy';
export { PaymentAccess } from './provider/payment-access';
export { StripeClient, type StartedSession } from './provider/stripe.client';
export { lookupKeyOf } from './provider/stripe-subscription';
export { fromStripeEvent, type PaymentEvent } from './provider/stripe-event';
export { claimPaymentCustomer } from './customers/claim-payment-customer';
export { endWithdrawing } from './withdrawals/end-withdrawing.process';
export { noteWithoutPlan } from './subscription/note-without-plan';
export { applyReportedSubscription } from './subscription/apply-reported-subscription';
export { cancelDuplicateSubscriptions } from './duplicates/cancel-duplicate-subscriptions';
export { begunBefore, isCheckoutSession } from './subscription/open-checkouts.policy';
export { reconcilingDuty, runReconciling } from './reconciling/run-reconciling';
export { reconcileSubscriptions } from './reconciling/reconcile-subscriptions';
export { setOwnLimits, type OwnLimitChanges } from './subscription/own-limits.decider';
export { mayPublish, readPlan, readPublishingTerms, type PublishingTerms } from './subscription/read-plan';
export { noteClosedCheckout } from './subscription/subscription.decider';
export { StartSubscription } from './subscription/start-subscription';
export { RecentReservations } from './quota/recent-reservations';
export { QuotaReservations } from './quota/quota-reservations';
export { quotaMonth, quotaResetAt } from './quota/quota.decider';
export { ReleaseQuota } from './quota/release-quota';
export { quotaReleasing } from './quota/quota-releasing.process';
export { hasEnded, isLive, standingOf } from './subscription/provider-subscription.policy';
export {
  endSubscription,
  notePayment,
  reconcileSubscription,
  removeCustomer,
  setSubscription,
  type ProviderEvent,
} from './subscription/provider-event.decider';
