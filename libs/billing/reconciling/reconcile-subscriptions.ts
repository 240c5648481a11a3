import type { Streams } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import { cancelDuplicateSubscriptions } from '../duplicates/cancel-duplicate-subscriptions';
import { customerStream, isCustomerId } from '../customers/customer.stream';
import type { ReadSubscription, StripeClient } from '../provider/stripe.client';
import { hasEnded, isLive, type SeenSubscription } from '../subscription/provider-subscription.policy';
import { reconcileSubscription } from '../subscription/provider-event.decider';
import { reconcileAsRead } from '../subscription/apply-reported-subscription';
import { billingStream } from '../subscription/subscription.stream';
import type { Leadership } from '@pps/leases';

interface ReconcileDeps {
  readonly streams: Pick<Streams, 'decide' | 'load'>;
  readonly payments: Pick<StripeClient, 'listSubscriptions' | 'readSubscription' | 'cancelSubscription'>;
  readonly clock: Clock;
  readonly log: (message: string, fields: object) => void;
}

interface Reconciled {
  readonly compared: number;
  /** Subscriptions that were not as the provider has them. */
  readonly mended: readonly {
    readonly organizationId: string;
    readonly subscriptionId: string;
    readonly plan: string;
    readonly status: string;
  }[];
  /** Subscriptions of customers that no organization is; those of other products are left out. */
  readonly unknown: number;
  /** Subscriptions of our customers without a price that is a plan's: known ones are followed all the same, others give no plan. */
  readonly withoutPlan: readonly {
    readonly organizationId: string;
    readonly subscriptionId: string;
    readonly priceIds: readonly string[];
  }[];
}

interface Organization {
  readonly organizationId: string;
  readonly projectId: string;
}

/**
 * Compares what the log says of subscriptions with the provider's own list, one after the other, and appends what differs as facts; who
 * pays for two has the second canceled. `customerId`: of one customer alone. Ended by `signal` between two subscriptions. Throws `Rejected('service_unavailable')` when the provider does not answer.
 */
export async function reconcileSubscriptions(
  deps: ReconcileDeps,
  { customerId, signal }: { readonly customerId?: string; readonly signal?: AbortSignal } = {},
): Promise<Reconciled> {
  let [compared, unknown] = [0, 0];
  const mended: Reconciled['mended'][number][] = [];
  const withoutPlan: Reconciled['withoutPlan'][number][] = [];
  for await (const listed of deps.payments.listSubscriptions(customerId)) {
    if (signal?.aborted) break;
    const organization = await organizationOf(deps, listed.customerId);
    if (listed.subscription.plan === null) {
      if (!organization) continue;
      if (!hasEnded(listed.subscription)) withoutPlan.push(noteWithoutPlan(deps.log, organization.organizationId, listed.subscription));
    }
    const found = organization ? await compareOne(deps, listed, organization) : noteUnknown(deps, listed);
    if (organization) await cancelDuplicates(deps, listed, organization);
    if (found === 'unknown') unknown++;
    else compared++;
    if (typeof found === 'object') mended.push(found);
  }
  return { compared, mended, unknown, withoutPlan };
}

function noteUnknown({ log }: ReconcileDeps, { customerId, subscription: { subscriptionId } }: ReadSubscription): 'unknown' {
  log('a subscription of a customer that nobody is', { customerId, subscriptionId });
  return 'unknown';
}

/** Only where another one is known to go on: most customers have one. */
async function cancelDuplicates(deps: ReconcileDeps, { subscription }: ReadSubscription, organization: Organization): Promise<void> {
  if (!isLive(subscription)) return;
  const { state } = await deps.streams.load(billingStream, organization.organizationId);
  const known = state.kind === 'none' ? [] : state.subscriptions;
  if (known.some((each) => isLive(each) && each.subscriptionId !== subscription.subscriptionId))
    await cancelDuplicateSubscriptions(deps, organization);
}

async function compareOne(
  deps: ReconcileDeps,
  listed: ReadSubscription,
  { organizationId, projectId }: Organization,
): Promise<Reconciled['mended'][number] | 'same'> {
  const { streams, clock, log } = deps;
  const { subscriptionId } = listed.subscription;
  const { state } = await streams.load(billingStream, organizationId);
  const known = state.kind === 'none' ? undefined : state.subscriptions.find((each) => each.subscriptionId === subscriptionId);
  if (reconcileSubscription(listed, state).length === 0) return 'same';
  // The list may be older than the last event that was applied; what is read now is not.
  const origin = { organizationId, projectId, actor: { type: 'system' as const, id: 'reconciliation' }, occurredAt: clock().toISOString() };
  const mended = await reconcileAsRead(deps, organizationId, subscriptionId, origin);
  if (!mended || mended.facts.length === 0) return 'same';
  const { read, facts } = mended;
  log('a subscription was not as the payment provider has it', { organizationId, subscriptionId, facts: facts.map(({ type }) => type) });
  const plan = read.subscription.plan ?? known?.plan ?? '';
  return { organizationId, subscriptionId, plan, status: read.subscription.providerStatus };
}

async function organizationOf({ streams }: ReconcileDeps, customerId: string): Promise<Organization | null> {
  if (!isCustomerId(customerId)) return null;
  const { state } = await streams.load(customerStream, customerId);
  return state.kind === 'none' ? null : state;
}

/** Says to operators that none of a subscription's prices is called as a plan's is. */
export function noteWithoutPlan(
  log: (message: string, fields: object) => void,
  organizationId: string,
  { subscriptionId, priceIds }: Pick<SeenSubscription, 'subscriptionId' | 'priceIds'>,
) {
  const noted = { organizationId, subscriptionId, priceIds };
  log('no price of a subscription is a plan: give the price its lookup key at the payment provider', noted);
  return noted;
}

export const reconcilingDuty = 'payment-reconciling';

const [firstAfterMs, everyMs] = [10 * 60_000, 24 * 3_600_000];

export interface RunReconcilingDeps extends ReconcileDeps {
  /** Resolves after so many milliseconds, or when the signal is aborted. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Compares all subscriptions with the payment provider ten minutes after it began to lead, and then once a day. */
export async function runReconciling(deps: RunReconcilingDeps, { signal }: Leadership): Promise<void> {
  await deps.pause(firstAfterMs, signal);
  while (!signal.aborted) {
    await reconcileSubscriptions(deps, { signal }).catch(deps.onError);
    await deps.pause(everyMs, signal);
  }
}
