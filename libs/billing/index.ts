export { BillingModule } from './billing.module';
export type { Plan, PlanTerms } from './plans';
export { plans } from './plans';
export { planOf } from './plan-of';
export { mayPublish } from './subscription.decider';
export { StartSubscription } from './start-subscription';
