import {
  claimPaymentCustomer,
  endSubscription,
  hasEnded,
  reconcileAsRead,
  removeCustomer,
  type PaymentAccess,
  type StripeClient,
} from '@pps/billing';
import { billingStream } from '@pps/billing/events';
import type { Streams, LiveStates } from '@pps/event-store';
import { originOfPrincipal, type Principal, type UserProfile } from '@pps/identity';
import { userStream } from '@pps/identity/events';
import { NotFound, Rejected, type Clock } from '@pps/kernel';
import type { Vault } from '@pps/vault';
import { organizationStream } from '@pps/workspaces/events';
import type { OrganizationProfile } from '@pps/workspaces';

export interface PaymentDeps {
  readonly streams: Pick<Streams, 'decide' | 'load'>;
  readonly live: Pick<LiveStates, 'get'>;
  readonly vault: Pick<Vault, 'get'>;
  readonly payments: PaymentAccess;
  readonly clock: Clock;
  /** The web app, without a slash at its end. */
  readonly appUrl: string;
  readonly log: (message: string, fields: object) => void;
}

/** Only what is real is paid for. Throws `Rejected('sandbox_not_supported')`. */
export function requireProduction({ environment }: Principal): void {
  if (environment === 'sandbox') throw new Rejected('sandbox_not_supported', 'A sandbox is not paid for: call with the production project');
}

/**
 * The organization's customer at the payment provider, made when it is first needed, and anew when the provider has it no more
 * or does not know it; those who ask at the same
 * time get the same one.
 */
export async function paymentCustomer(deps: PaymentDeps, payments: StripeClient, caller: Principal): Promise<string> {
  const { organizationId, projectId } = caller;
  const { state } = await deps.live.get(billingStream, organizationId, caller.asOf);
  if (state.kind === 'none') throw new NotFound('Subscription');
  if (state.customerId !== null) {
    const found = await payments.findCustomer(state.customerId);
    if (found === 'present') return state.customerId;
    if (found === 'deleted') await endSubscriptions(deps, payments, caller);
    await removeGone(deps, caller, state.customerId);
    if (found === 'unknown' && state.formerCustomerId !== null) await takeFormer(deps, payments, caller, state.formerCustomerId);
  }
  const { state: latest } = await deps.streams.load(billingStream, organizationId);
  if (latest.kind === 'none') throw new NotFound('Subscription');
  if (latest.customerId !== null) return latest.customerId;
  const made = await payments.createCustomer(organizationId, projectId, latest.formerCustomerId);
  const origin = originOfPrincipal(caller, deps.clock());
  const customerId = await claimPaymentCustomer(deps.streams, { organizationId, projectId, customerId: made }, origin);
  if (customerId === null) throw new Rejected('service_unavailable', 'The payment provider does not answer');
  // Made by an earlier call that stopped half way, and deleted since: the next one is another.
  if (customerId === made && (await payments.findCustomer(made)) !== 'present') return paymentCustomer(deps, payments, caller);
  if (customerId === made) await payments.describeCustomer(made, await describe(deps, caller));
  return customerId;
}

/** What the provider has no more of a deleted customer's has ended. */
async function endSubscriptions({ streams, clock }: PaymentDeps, payments: StripeClient, caller: Principal): Promise<void> {
  const { organizationId } = caller;
  const at = clock();
  const [origin, endedAt] = [originOfPrincipal(caller, at), at.toISOString()];
  const { state } = await streams.load(billingStream, organizationId);
  for (const { subscriptionId } of state.kind === 'none' ? [] : state.subscriptions.filter((each) => !hasEnded(each))) {
    if (await reconcileAsRead({ streams, payments }, organizationId, subscriptionId, origin)) continue;
    await streams.decide(billingStream, organizationId, origin, (known) => endSubscription({ subscriptionId, at: endedAt }, known));
  }
}

async function removeGone({ streams, clock, log }: PaymentDeps, caller: Principal, customerId: string): Promise<void> {
  const { organizationId } = caller;
  const at = clock();
  const removed = { customerId, reason: 'missing' as const, removedAt: at.toISOString() };
  await streams.decide(billingStream, organizationId, originOfPrincipal(caller, at), (known) => removeCustomer(removed, known));
  log('the payment provider does not have a customer any more; another one is made', { organizationId, customerId });
}

/** The customer before one that was made with a wrong key, once the right one is back. */
async function takeFormer(deps: PaymentDeps, payments: StripeClient, caller: Principal, customerId: string): Promise<void> {
  if ((await payments.findCustomer(customerId)) !== 'present') return;
  const { organizationId, projectId } = caller;
  await claimPaymentCustomer(deps.streams, { organizationId, projectId, customerId }, originOfPrincipal(caller, deps.clock()));
}

/** What invoices say; read from the vault for this call, and stored nowhere else here. */
async function describe({ live, vault }: PaymentDeps, { organizationId, userId, asOf }: Principal) {
  const [{ state: organization }, { state: user }] = await Promise.all([
    live.get(organizationStream, organizationId, asOf),
    live.get(userStream, userId, asOf),
  ]);
  const profile = organization.kind === 'none' ? null : await vault.get<OrganizationProfile>(organization.profileRef);
  const person = user.kind === 'registered' ? await vault.get<UserProfile>(user.profileRef) : null;
  return { name: profile?.company_name || profile?.workspace_name || '', email: profile?.billing_email || person?.email || '' };
}
