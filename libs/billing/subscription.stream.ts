import type { StreamType } from '@pps/event-store';
import { subscription, type SubscriptionState } from './subscription.decider';
import type { SubscriptionFact } from './subscription.events';

/** Keyed by the organization's id. */
export const billingStream: StreamType<SubscriptionState, SubscriptionFact> = { category: 'billing', decider: subscription };
