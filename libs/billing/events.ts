export type * from './subscription/subscription.events';
export type { Subscription, SubscriptionState } from './subscription/subscription.decider';
export { billingStream } from './subscription/subscription.stream';
export type { Plan, PlanTerms } from './subscription/plans';
export { plans } from './subscription/plans';
export type * from './quota/quota.events';
export type { QuotaState } from './quota/quota.decider';
export { quotaResetAt } from './quota/quota-month';
export { quotaStream, quotaStreamId } from './quota/quota.stream';
