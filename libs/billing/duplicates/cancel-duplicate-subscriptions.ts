import type { CommandRunner } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import type { StripeClient } from '../provider/stripe.client';
import { followed, isLive, standingOf, type ReportedSubscription } from '../subscription/provider-subscription.policy';
import { noteDuplicate } from '../subscription/subscription.decider';
import { billingStream } from '../subscription/subscription.stream';

export interface CancelDuplicatesDeps {
  readonly runner: Pick<CommandRunner, 'run' | 'load'>;
  readonly payments: Pick<StripeClient, 'listSubscriptions' | 'cancelSubscription'>;
  readonly clock: Clock;
  readonly log: (message: string, fields: object) => void;
}

/**
 * Of an organization that pays for several subscriptions all but the one that holds are canceled at the provider. What the log says of them is a reason to
 * look; what the provider lists at this moment decides. Throws `Rejected('service_unavailable')` when the provider does not answer; to be repeated then.
 */
export async function cancelDuplicateSubscriptions(
  deps: CancelDuplicatesDeps,
  { organizationId, projectId }: { readonly organizationId: string; readonly projectId: string },
): Promise<void> {
  const { runner, payments, clock, log } = deps;
  const { state } = await runner.load(billingStream, organizationId);
  if (state.kind === 'none' || state.customerId === null || state.subscriptions.filter(isLive).length < 2) return;
  const live = await liveAtProvider(payments, state.customerId, state.subscriptions);
  const retained = standingOf(live)?.subscription;
  if (!retained) return;
  for (const { subscriptionId, plan, providerStatus } of live.filter((each) => each !== retained)) {
    // What is late or unpaid was not paid for: there is nothing to credit.
    const isCredited = providerStatus === 'active';
    const at = clock().toISOString();
    const found = { subscriptionId, plan, retainedSubscriptionId: retained.subscriptionId, isCredited, foundAt: at };
    const origin = { organizationId, projectId, actor: { type: 'system' as const, id: 'duplicate subscriptions' }, occurredAt: at };
    await runner.run(billingStream, organizationId, origin, (known) => noteDuplicate(found, known));
    await payments.cancelSubscription(subscriptionId, { isCredited });
    log('a second subscription of a customer was canceled', { organizationId, ...found });
  }
}

/** Those of other products are left alone. */
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
