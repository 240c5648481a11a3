import type { CommandRunner } from '@pps/event-store';
import type { Clock } from '@pps/kernel';
import { customerStream, isCustomerId } from '../customers/customer.stream';
import type { ReadSubscription, StripeClient } from '../provider/stripe.client';
import { reconcileSubscription } from '../subscription/provider-event.decider';
import { billingStream } from '../subscription/subscription.stream';

export interface ReconcileDeps {
  readonly runner: Pick<CommandRunner, 'run' | 'load'>;
  readonly payments: Pick<StripeClient, 'listSubscriptions' | 'readSubscription'>;
  readonly clock: Clock;
  readonly log: (message: string, fields: object) => void;
}

export interface Reconciled {
  readonly compared: number;
  /** Subscriptions that were not as the provider has them. */
  readonly mended: readonly {
    readonly organizationId: string;
    readonly subscriptionId: string;
    readonly plan: string;
    readonly status: string;
  }[];
  /** Subscriptions of customers that no organization is. */
  readonly unknown: number;
}

/**
 * Compares what the log says of subscriptions with the provider's own list, one after the other, and appends what differs as facts. `customerId`: of one
 * customer alone. Ended by `signal` between two subscriptions. Throws `Rejected('service_unavailable')` when the provider does not answer.
 */
export async function reconcileSubscriptions(
  deps: ReconcileDeps,
  { customerId, signal }: { readonly customerId?: string; readonly signal?: AbortSignal } = {},
): Promise<Reconciled> {
  let [compared, unknown] = [0, 0];
  const mended: Reconciled['mended'][number][] = [];
  for await (const listed of deps.payments.listSubscriptions(customerId)) {
    if (signal?.aborted) break;
    const found = await compareOne(deps, listed);
    if (found === 'unknown') unknown++;
    else compared++;
    if (typeof found === 'object') mended.push(found);
  }
  return { compared, mended, unknown };
}

async function compareOne(deps: ReconcileDeps, listed: ReadSubscription): Promise<Reconciled['mended'][number] | 'same' | 'unknown'> {
  const { runner, clock, log } = deps;
  const { subscriptionId } = listed.subscription;
  const organization = await organizationOf(deps, listed.customerId);
  if (!organization) {
    log('a subscription of a customer that nobody is', { customerId: listed.customerId, subscriptionId });
    return 'unknown';
  }
  const { organizationId, projectId } = organization;
  const { state } = await runner.load(billingStream, organizationId);
  const known = state.kind === 'none' ? undefined : state.subscriptions.find((each) => each.subscriptionId === subscriptionId);
  const probe = { ...listed, lastEventId: known?.eventId ?? null };
  if (reconcileSubscription(probe, state).length === 0) return 'same';
  // The list may be older than the last event that was applied; what is read now is not.
  const read = await deps.payments.readSubscription(subscriptionId);
  if (!read) return 'same';
  const origin = { organizationId, projectId, actor: { type: 'system' as const, id: 'reconciliation' }, occurredAt: clock().toISOString() };
  const found = { ...read, lastEventId: probe.lastEventId };
  const { facts } = await runner.run(billingStream, organizationId, origin, (latest) => reconcileSubscription(found, latest));
  if (facts.length === 0) return 'same';
  log('a subscription was not as the payment provider has it', { organizationId, subscriptionId, facts: facts.map(({ type }) => type) });
  return { organizationId, subscriptionId, plan: read.subscription.plan, status: read.subscription.providerStatus };
}

async function organizationOf({ runner }: ReconcileDeps, customerId: string) {
  if (!isCustomerId(customerId)) return null;
  const { state } = await runner.load(customerStream, customerId);
  return state.kind === 'none' ? null : state;
}
