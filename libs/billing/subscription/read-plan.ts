import type { LiveStates } from '@pps/event-store';
import { NotFound } from '@pps/kernel';
import type { Subscription } from './subscription.decider';
import { billingStream } from './subscription.stream';

export type SubscribedPlan = Pick<Subscription, 'plan' | 'status' | 'statusSince' | 'ownLimits' | 'provider'>;

/** The organization's plan and billing status as of this call. Throws `NotFound` for an organization without a subscription. */
export async function readPlan(live: Pick<LiveStates, 'get'>, organizationId: string, head?: bigint): Promise<SubscribedPlan> {
  const { state } = await live.get(billingStream, organizationId, head);
  if (state.kind === 'none') throw new NotFound('Subscription');
  const { plan, status, statusSince, ownLimits, provider } = state;
  return { plan, status, statusSince, ownLimits, provider };
}
