import { WrongRevision, type Streams } from '@pps/event-store';
import { Rejected, type Clock } from '@pps/kernel';
import type { StripeClient } from '../provider/stripe.client';
import { followed, isLive, standingOf, type ReportedSubscription } from '../subscription/provider-subscription.policy';
import { noteDuplicate, billingStream } from '../subscription/subscription.stream';
import type { DuplicateSubscriptionFound } from '../subscription/subscription.events';

export interface CancelDuplicatesDeps {
  readonly streams: Pick<Streams, 'decide' | 'load'>;
  readonly payments: Pick<StripeClient, 'listSubscriptions' | 'cancelSubscription'>;
  readonly clock: Clock;
  readonly log: (message: string, fields: object) => void;
}

interface Organization {
  readonly organizationId: string;
  readonly projectId: string;
}

// As many reports of one organization may be taken at once: each round lets at least one of them through.
const triesAtMost = 10;

/**
 * Of an organization that pays for several subscriptions all but the one that holds are canceled at the provider. What the log says of them is a reason to
 * look; what the provider lists at this moment decides. Who looks at the same time goes by what was found first, so that one always stays. Throws
 * `Rejected('service_unavailable')` when the provider does not answer; to be repeated then.
 */
export async function cancelDuplicateSubscriptions(deps: CancelDuplicatesDeps, organization: Organization): Promise<void> {
  for (let tries = 1; tries <= triesAtMost; tries++) {
    try {
      return await cancelAsItStands(deps, organization);
    } catch (error) {
      if (!(error instanceof WrongRevision)) throw error;
    }
  }
  throw new Rejected('service_unavailable', 'The subscriptions change all the time');
}

/** Throws `WrongRevision` where anything was written of the organization since it was looked at; nothing was canceled then. */
async function cancelAsItStands(deps: CancelDuplicatesDeps, organization: Organization): Promise<void> {
  const { streams, payments, log } = deps;
  const { organizationId } = organization;
  const { state, revision } = await streams.load(billingStream, organizationId);
  if (state.kind === 'none' || state.customerId === null || state.subscriptions.filter(isLive).length < 2) return;
  const live = await liveAtProvider(payments, state.customerId, state.subscriptions);
  const notFound = live.filter(({ subscriptionId }) => !state.duplicateIds.includes(subscriptionId));
  const retained = standingOf(notFound.length > 0 ? notFound : live)?.subscription;
  if (!retained) return;
  const found = live.filter((each) => each !== retained).map((each) => foundDuplicate(each, retained, deps.clock().toISOString()));
  await noteAll(deps, organization, found, revision);
  for (const each of found) {
    await payments.cancelSubscription(each.subscriptionId, { isCredited: each.isCredited });
    log('a second subscription of a customer was canceled', { organizationId, ...each });
  }
}

/** What is late or unpaid was not paid for: there is nothing to credit. */
const foundDuplicate = (
  { subscriptionId, plan, providerStatus }: ReportedSubscription,
  retained: ReportedSubscription,
  foundAt: string,
): DuplicateSubscriptionFound['data'] => ({
  ...{ subscriptionId, plan, retainedSubscriptionId: retained.subscriptionId },
  ...{ isCredited: providerStatus === 'active', foundAt },
});

async function noteAll(
  { streams }: CancelDuplicatesDeps,
  { organizationId, projectId }: Organization,
  found: readonly DuplicateSubscriptionFound['data'][],
  expectedRevision: number,
): Promise<void> {
  const actor = { type: 'system' as const, id: 'duplicate subscriptions' };
  let revision = expectedRevision;
  for (const each of found) {
    const origin = { organizationId, projectId, actor, occurredAt: each.foundAt };
    const asItStood = { expectedRevision: revision };
    ({ revision } = await streams.decide(billingStream, organizationId, origin, (known) => noteDuplicate(each, known), asItStood));
  }
}

async function liveAtProvider(
  payments: CancelDuplicatesDeps['payments'],
  customerId: string,
  known: readonly ReportedSubscription[],
): Promise<readonly ReportedSubscription[]> {
  const live: ReportedSubscription[] = [];
  for await (const { subscription: seen } of payments.listSubscriptions(customerId)) {
    const subscription = followed(
      seen,
      known.find(({ subscriptionId }) => subscriptionId === seen.subscriptionId),
    );
    if (subscription && isLive(subscription)) live.push(subscription);
  }
  return live;
}
