export type * from './subscription/subscription.events';
export type { Subscription, SubscriptionState } from './subscription/subscription.stream';
export { billingStream } from './subscription/subscription.stream';
export { acceptedUntil, trialEndOf } from './subscription/payment-terms.policy';
export { plans, termsOf, type OwnLimits, type Plan, type PlanLimitName, type PlanTerms } from './subscription/plans';
export type * from './customers/customer.stream';
export { customerStream, isCustomerId } from './customers/customer.stream';
export type * from './quota/quota.stream';
export { quotaOfStreamId, quotaResetAt, quotaStream, quotaStreamId } from './quota/quota.stream';
