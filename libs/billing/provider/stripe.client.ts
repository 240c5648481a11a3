import { derivedId, httpDateMs, newId, Rejected } from '@pps/kernel';
import Stripe from 'stripe';
import type { Plan } from '../subscription/plans';
import type { SeenSubscription } from '../subscription/provider-subscription.policy';
import type { BillingCycle, EndWithdrawalSettled } from '../subscription/subscription.events';
import { isMissing, openStripe } from './open-stripe';
import { fromStripeSubscription, referencedId, lookupKeyOf, planItemOf } from './stripe-subscription';
import { withdrawEnd } from './withdraw-end';

export interface StripeSettings {
  /** Where the provider's interface lies, without `/v1`: Stripe, or its simulator. */
  readonly apiUrl: string;
  readonly apiKey: string;
  /** Milliseconds one call may take; a call that fails for a passing reason is repeated twice under the same idempotency key. */
  readonly timeoutMs: number;
  /** Told of each call that failed for good; what it is told holds no personal data. */
  readonly onFailure: (operation: string, failure: object) => void;
}

export interface ProviderPrice {
  readonly priceId: string;
  readonly unitAmount: number | null;
  readonly currency: string;
  readonly interval: string | null;
}

export interface StartedSession {
  readonly sessionId: string;
  readonly url: string;
}

export interface ReadSubscription {
  readonly customerId: string;
  readonly subscription: SeenSubscription;
  /** By the provider's clock, whole seconds: no change until then is missing in it. */
  readonly readAt: string;
}

const pageSize = 100;

/** The payment provider. Every call throws `Rejected('service_unavailable')` when it does not answer or refuses. */
export class StripeClient {
  private opened: Stripe | undefined;

  constructor(private readonly settings: StripeSettings) {}

  private get stripe(): Stripe {
    return (this.opened ??= openStripe(this.settings));
  }

  /** The organization's customer: however many ask at the same time, the provider makes one; and another after the former one that it has no more. */
  createCustomer(organizationId: string, workspaceId: string, formerCustomerId: string | null): Promise<string> {
    const metadata = { organization_id: organizationId, workspace_id: workspaceId };
    const place = formerCustomerId === null ? 'payment customer' : `payment customer after ${formerCustomerId}`;
    const idempotencyKey = derivedId(organizationId, place);
    return this.call('create customer', async () => (await this.stripe.customers.create({ metadata }, { idempotencyKey })).id);
  }

  /** `unknown`: the provider never had it, as far as the key can tell, which may be one of another account or mode. */
  findCustomer(customerId: string): Promise<'present' | 'deleted' | 'unknown'> {
    const find = async () => ((await this.stripe.customers.retrieve(customerId)).deleted === true ? 'deleted' : 'present');
    return this.call<'present' | 'deleted' | 'unknown'>('read customer', find, 'unknown');
  }

  async describeCustomer(customerId: string, { name, email }: { readonly name: string; readonly email: string }): Promise<void> {
    const described = { ...(name ? { name } : {}), ...(email ? { email } : {}) };
    await this.call('describe customer', () => this.stripe.customers.update(customerId, described, { idempotencyKey: newId() }));
  }

  /** Deletes the customer for good, which ends its subscriptions at once, without credit; silent when it is gone. */
  async deleteCustomer(customerId: string): Promise<void> {
    await this.call('delete customer', () => this.stripe.customers.del(customerId), null);
  }

  /** The prices that are for sale, by their lookup keys; those that the provider does not know are left out. At most 10 keys. */
  async findPrices(wanted: readonly (readonly [Plan, BillingCycle])[]): Promise<ReadonlyMap<string, ProviderPrice>> {
    const lookup_keys = wanted.map(([plan, cycle]) => lookupKeyOf(plan, cycle));
    const { data } = await this.call('find prices', () => this.stripe.prices.list({ lookup_keys, active: true, limit: 100 }));
    return new Map(data.flatMap((price) => (price.lookup_key === null ? [] : [[price.lookup_key, toPrice(price)] as const])));
  }

  startCheckout(order: {
    readonly customerId: string;
    readonly priceId: string;
    readonly workspaceId: string;
    readonly successUrl: string;
    readonly cancelUrl: string;
  }): Promise<StartedSession> {
    const { customerId, priceId, workspaceId, successUrl, cancelUrl } = order;
    const metadata = { workspace_id: workspaceId };
    const wanted: Stripe.Checkout.SessionCreateParams = {
      mode: 'subscription',
      customer: customerId,
      client_reference_id: workspaceId,
      line_items: [{ price: priceId, quantity: 1 }],
      metadata,
      subscription_data: { metadata },
      success_url: successUrl,
      cancel_url: cancelUrl,
    };
    return this.call('start checkout', async () => {
      const { id, url } = await this.stripe.checkout.sessions.create(wanted, { idempotencyKey: newId() });
      return { sessionId: id, url: url ?? '' };
    });
  }

  /** Ends a page that is still open, so that nothing is bought there any more; says so when something was. */
  closeCheckout(sessionId: string): Promise<'expired' | 'completed'> {
    return this.call('close checkout', async () => {
      const { sessions } = this.stripe.checkout;
      try {
        await sessions.expire(sessionId, {}, { idempotencyKey: newId() });
        return 'expired';
      } catch (error) {
        if (isMissing(error)) return 'expired';
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        // The provider refuses to end what is not open.
        const { status } = await sessions.retrieve(sessionId);
        if (status === 'complete') return 'completed';
        if (status === 'expired') return 'expired';
        throw error;
      }
    });
  }

  /** Ends a subscription at once, if it goes on; `isCredited`: what is left of its period is credited to the customer's next invoices. */
  async cancelSubscription(subscriptionId: string, { isCredited }: { readonly isCredited: boolean }): Promise<void> {
    const settled = { prorate: isCredited, invoice_now: isCredited };
    await this.call('cancel subscription', () => this.stripe.subscriptions.cancel(subscriptionId, settled), null);
  }

  /** Takes an end back that has not come yet, unless the customer asked for it after `boughtAt`; `refused` when the provider does not do so. */
  withdrawEnd(subscriptionId: string, boughtAt: string, key: string): Promise<EndWithdrawalSettled['data']['outcome']> {
    return this.call('withdraw end', () => withdrawEnd(this.stripe, subscriptionId, boughtAt, key));
  }

  /** A page where the customer confirms that the subscription moves to the price; the provider settles the difference. Where its plan cannot be told apart from add-ons, the portal. */
  startChange(order: {
    readonly customerId: string;
    readonly subscriptionId: string;
    readonly priceId: string;
    readonly returnUrl: string;
    readonly successUrl: string;
  }): Promise<StartedSession> {
    const { customerId, subscriptionId, priceId, returnUrl, successUrl } = order;
    return this.call('start change', async () => {
      const itemId = planItemOf(await this.stripe.subscriptions.retrieve(subscriptionId));
      if (itemId === null) return this.portal({ customer: customerId, return_url: returnUrl });
      const confirm = { subscription: subscriptionId, items: [{ id: itemId, price: priceId, quantity: 1 }] };
      const after_completion = { type: 'redirect', redirect: { return_url: successUrl } } as const;
      const flow_data = { type: 'subscription_update_confirm', subscription_update_confirm: confirm, after_completion } as const;
      return this.portal({ customer: customerId, return_url: returnUrl, flow_data });
    });
  }

  openPortal(customerId: string, returnUrl: string): Promise<StartedSession> {
    return this.call('open portal', () => this.portal({ customer: customerId, return_url: returnUrl }));
  }

  /** Null for a subscription that the provider does not have, or of a shape that is not known. */
  readSubscription(subscriptionId: string): Promise<ReadSubscription | null> {
    const read = async () => {
      const began = performance.now();
      const object = await this.stripe.subscriptions.retrieve(subscriptionId);
      return toRead(object, readAtOf(object, began));
    };
    return this.call('read subscription', read, null);
  }

  /** All subscriptions, those that have ended too: the customer's, or everybody's; page after page; none of a customer that the provider does not have. */
  async *listSubscriptions(customerId?: string): AsyncIterable<ReadSubscription> {
    const filter = { status: 'all' as const, limit: pageSize, ...(customerId === undefined ? {} : { customer: customerId }) };
    for (let after: string | undefined; ;) {
      const began = performance.now();
      const page = await this.call('list subscriptions', () =>
        this.stripe.subscriptions.list({ ...filter, ...(after === undefined ? {} : { starting_after: after }) }).catch((error: unknown) => {
          if (customerId !== undefined && isMissing(error)) return null;
          throw error;
        }),
      );
      if (!page) return;
      const readAt = readAtOf(page, began);
      for (const object of page.data) {
        const read = toRead(object, readAt);
        if (read) yield read;
      }
      after = page.data.at(-1)?.id;
      if (!page.has_more || after === undefined) return;
    }
  }

  /** Whose payment it was; null for a charge without a customer. */
  customerOfCharge(chargeId: string): Promise<string | null> {
    return this.call('read charge', async () => referencedId((await this.stripe.charges.retrieve(chargeId)).customer), null);
  }

  private async portal(wanted: Stripe.BillingPortal.SessionCreateParams): Promise<StartedSession> {
    const { id, url } = await this.stripe.billingPortal.sessions.create(wanted, { idempotencyKey: newId() });
    return { sessionId: id, url };
  }

  /** Gives `whenMissing`, where that is given, if the provider does not have what is named. */
  private async call<T>(operation: string, request: () => Promise<T>, whenMissing?: T): Promise<T> {
    try {
      return await request();
    } catch (error) {
      if (whenMissing !== undefined && isMissing(error)) return whenMissing;
      if (!(error instanceof Stripe.errors.StripeError)) throw error;
      const { type, code, statusCode, requestId } = error;
      this.settings.onFailure(operation, { type, code, statusCode, requestId });
      throw new Rejected('service_unavailable', 'The payment provider does not answer');
    }
  }
}

const toPrice = ({ id, unit_amount, currency, recurring }: Stripe.Price): ProviderPrice => ({
  priceId: id,
  unitAmount: unit_amount,
  currency,
  interval: recurring?.interval ?? null,
});

function toRead(object: Stripe.Subscription, readAt: string): ReadSubscription | null {
  const subscription = fromStripeSubscription(object);
  const customerId = referencedId(object.customer);
  return subscription && customerId !== null ? { customerId, subscription, readAt } : null;
}

/** The answer's date less the time that it took, in whole seconds; the year 1970 without a date, so that no event counts as older. */
function readAtOf({ lastResponse }: Stripe.Response<object>, began: number): string {
  const answered = httpDateMs(lastResponse.headers['date'] ?? '') || 0;
  const seconds = Math.floor((answered - (performance.now() - began)) / 1_000) - 1;
  return new Date(Math.max(0, seconds) * 1_000).toISOString();
}
