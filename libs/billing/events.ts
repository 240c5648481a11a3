export type * from './subscription.events';
export type { Subscription, SubscriptionState } from './subscription.decider';
export { billingStream } from './subscription.stream';
export type { Plan, PlanTerms } from './plans';
export { plans } from './plans';
export type * from './quota.events';
export type { QuotaState } from './quota.decider';
export { quotaStream } from './quota-stream';
