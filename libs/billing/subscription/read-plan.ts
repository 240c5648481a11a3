import type { LiveStates } from '@pps/event-store';
import { NotFound } from '@pps/kernel';
import { acceptedUntil, mayPublish } from './payment-terms.policy';
import { termsOf, type Plan, type PlanTerms } from './plans';
import { type Subscription, billingStream } from './subscription.stream';

export type SubscribedPlan = Pick<Subscription, 'plan' | 'status' | 'statusSince' | 'ownLimits' | 'provider'>;

export interface PublishingTerms {
  readonly plan: Plan;
  readonly planTerms: PlanTerms;
  /** Whether the plan is paid for, or free. */
  readonly mayPublish: boolean;
  /** Where a payment is late: until when what was accepted before is published still, ISO 8601. */
  readonly acceptedUntil?: string;
}

/** The organization's plan and billing status as of this call. Throws `NotFound` for an organization without a subscription. */
export async function readPlan(live: Pick<LiveStates, 'get'>, organizationId: string, head?: bigint): Promise<SubscribedPlan> {
  const { state } = await live.get(billingStream, organizationId, head);
  if (state.kind === 'none') throw new NotFound('Subscription');
  const { plan, status, statusSince, ownLimits, provider } = state;
  return { plan, status, statusSince, ownLimits, provider };
}

/** The terms by the organization's plan and the project's environment. Throws `NotFound` for an organization without a subscription. */
export async function readPublishingTerms(
  live: Pick<LiveStates, 'get'>,
  project: { readonly organizationId: string; readonly environment: 'production' | 'sandbox'; readonly asOf: bigint },
): Promise<PublishingTerms> {
  const subscription = await readPlan(live, project.organizationId, project.asOf);
  const terms = { plan: subscription.plan, planTerms: termsOf(subscription, project.environment), mayPublish: mayPublish(subscription) };
  const until = terms.mayPublish ? null : acceptedUntil(subscription);
  return { ...terms, ...(until !== null && { acceptedUntil: until }) };
}
