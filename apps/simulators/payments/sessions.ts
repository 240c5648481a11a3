import { textAt, type NestedForm } from './nested-form';
import type { PaymentState } from './payment-state';
import { presentCustomer } from './customers';
import { prices, statusOfCheckout, type CheckoutRow } from './stripe-objects.state';
import { invalidStripeRequest, missing } from './stripe-refusal';

/** A page where a price is paid. */
export function openCheckoutSession(state: PaymentState, form: NestedForm, root: string): object {
  const customer = customerIn(state, form);
  const price = priceIn(textAt(form, 'line_items', '0', 'price'));
  if (textAt(form, 'mode') !== 'subscription') throw invalidStripeRequest('mode must be subscription');
  const workspaceId = textAt(form, 'subscription_data', 'metadata', 'workspace_id');
  const [successUrl, cancelUrl] = [webAddress(form, 'success_url'), webAddress(form, 'cancel_url')];
  const id = state.newId('cs_test');
  const row = { id, customer, workspaceId, price, successUrl, cancelUrl, created: state.now(), subscription: null };
  state.checkouts.put(id, row);
  return { ...checkoutObject(state, row), url: `${root}/checkout/${id}` };
}

export const checkoutObject = (state: PaymentState, row: CheckoutRow) => ({
  id: row.id,
  object: 'checkout.session',
  customer: row.customer,
  mode: 'subscription',
  status: statusOfCheckout(row, state.now()),
  subscription: row.subscription,
});

/** Only what is open can be ended, as at Stripe. */
export function expireCheckout(state: PaymentState, id: string): object {
  const row = state.checkouts.get(id);
  if (!row) throw missing('checkout session');
  const status = statusOfCheckout(row, state.now());
  if (status !== 'open')
    throw invalidStripeRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${status}\`.`,
    );
  const expired = { ...row, isExpired: true };
  state.checkouts.put(id, expired);
  return checkoutObject(state, expired);
}

/** A page where subscriptions are managed, or one change of one is confirmed. */
export function openPortalSession(state: PaymentState, form: NestedForm, root: string): object {
  const customer = customerIn(state, form);
  const returnUrl = webAddress(form, 'return_url');
  const id = state.newId('bps');
  state.portals.put(id, { id, customer, returnUrl, created: state.now(), flow: flowOf(state, form) });
  return { id, object: 'billing_portal.session', customer, return_url: returnUrl, url: `${root}/portal/${id}` };
}

function flowOf(state: PaymentState, form: NestedForm) {
  const type = textAt(form, 'flow_data', 'type');
  if (type === '') return null;
  if (type !== 'subscription_update_confirm') throw invalidStripeRequest('this flow is not simulated');
  const confirm = ['flow_data', 'subscription_update_confirm'] as const;
  const subscription = textAt(form, ...confirm, 'subscription');
  const row = state.subscriptions.get(subscription);
  if (!row) throw missing('subscription');
  if (textAt(form, ...confirm, 'items', '0', 'id') !== `si_${row.id.slice(4)}`) throw missing('subscription item');
  const price = priceIn(textAt(form, ...confirm, 'items', '0', 'price'));
  if (price === `price_${row.plan}_${row.billingCycle}`) throw invalidStripeRequest('The subscription has this price already');
  const successUrl = textAt(form, 'flow_data', 'after_completion', 'redirect', 'return_url');
  return { subscription, price, successUrl };
}

function customerIn(state: PaymentState, form: NestedForm): string {
  const id = textAt(form, 'customer');
  if (!presentCustomer(state, id)) throw missing('customer');
  return id;
}

function priceIn(id: string): string {
  if (!prices.some((price) => price.id === id)) throw missing('price');
  return id;
}

function webAddress(form: NestedForm, name: string): string {
  const address = textAt(form, name);
  if (!/^https?:/i.test(address) || !URL.canParse(address)) throw invalidStripeRequest(`${name} is no web address`);
  return address;
}
