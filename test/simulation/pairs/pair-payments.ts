import { lookupKeyOf, priceCatalogue, type PaymentEvent, type ProviderEvent, type StripeClient } from '@pps/billing';
import { Rejected } from '@pps/kernel';
import type { Turns } from './turns';

type SubscriptionObject = ProviderEvent['subscription'];

const provider = 'payment provider';

/** A payment provider that does what it is asked, and whose events of one second say nothing of their order. */
export class PairPayments {
  readonly subscriptions = new Map<string, SubscriptionObject & { readonly customerId: string }>();
  readonly customers = new Set(['cus_1']);
  readonly openPages = new Set<string>();
  /** What has happened by itself and is not told yet. */
  readonly untold: PaymentEvent[] = [];
  private count = 0;

  constructor(
    private readonly turns: Turns,
    private readonly clock: () => Date,
  ) {}

  /** Changes a subscription, and gives the event that tells of it as it is then. */
  change(task: string, subscriptionId: string, changes: Partial<SubscriptionObject>, kind: ProviderEvent['kind']): Promise<PaymentEvent> {
    return this.turns.at(task, { writes: [provider] }, () => this.changed(subscriptionId, changes, kind));
  }

  deleteCustomer(task: string, customerId: string): Promise<PaymentEvent> {
    return this.turns.at(task, { writes: [provider] }, () => {
      this.customers.delete(customerId);
      for (const [id, known] of this.subscriptions)
        if (known.customerId === customerId) this.untold.push(this.changed(id, { providerStatus: 'canceled' }, 'deleted'));
      return { kind: 'customer_deleted', customerId, occurredAt: this.second() };
    });
  }

  /** The calls of checkout and of reports. */
  seenBy(task: string): StripeClient {
    const { turns, subscriptions, customers, openPages } = this;
    const look = <T>(answer: () => T): Promise<T> => turns.at(task, { reads: [provider] }, answer);
    const act = <T>(work: () => T): Promise<T> => turns.at(task, { writes: [provider] }, work);
    const read = ({ customerId, ...subscription }: SubscriptionObject & { readonly customerId: string }) => ({
      customerId,
      subscription,
      readAt: new Date(Date.parse(this.second()) - 1_000).toISOString(),
    });
    const open = (prefix: string, customerId: string) => () => {
      if (!customers.has(customerId)) throw new Rejected('service_unavailable', 'There is no such customer.');
      const sessionId = `${prefix}_${++this.count}`;
      if (prefix === 'cs') openPages.add(sessionId);
      return { sessionId, url: `https://pay.example/${sessionId}` };
    };
    const client = {
      findCustomer: (id: string) => look(() => (customers.has(id) ? 'present' : 'deleted')),
      createCustomer: (_organization: string, _workspace: string, former: string | null) =>
        act(() => {
          const id = former === null ? 'cus_1' : `${former}_next`;
          customers.add(id);
          return id;
        }),
      describeCustomer: async () => undefined,
      findPrices: async () => {
        const { monthly } = priceCatalogue.prices.pro;
        const price = { priceId: 'price', unitAmount: monthly.unitAmount, currency: priceCatalogue.currency, interval: 'month' };
        return new Map([[lookupKeyOf('pro', 'monthly'), price]]);
      },
      startCheckout: ({ customerId }: { readonly customerId: string }) => act(open('cs', customerId)),
      openPortal: (customerId: string) => act(open('bps', customerId)),
      startChange: ({ customerId }: { readonly customerId: string }) => act(open('bps', customerId)),
      closeCheckout: (id: string) =>
        act(() => {
          openPages.delete(id);
          return 'expired';
        }),
      readSubscription: (id: string) =>
        look(() => {
          const known = subscriptions.get(id);
          return known ? read(known) : null;
        }),
      listSubscriptions: async function* (customerId: string) {
        yield* await look(() => [...subscriptions.values()].filter((each) => each.customerId === customerId).map(read));
      },
      cancelSubscription: (id: string) =>
        act(() => {
          if (subscriptions.get(id)?.providerStatus !== 'canceled')
            this.untold.push(this.changed(id, { providerStatus: 'canceled' }, 'deleted'));
        }),
    };
    return client as unknown as StripeClient;
  }

  private changed(subscriptionId: string, changes: Partial<SubscriptionObject>, kind: ProviderEvent['kind']): PaymentEvent {
    const [first] = this.subscriptions.values();
    const before = this.subscriptions.get(subscriptionId) ?? first;
    if (!before) throw new Error('no pair begins without a subscription');
    // What has ended is not changed any more.
    const after = before.subscriptionId === subscriptionId && before.providerStatus === 'canceled' ? before : { ...before, ...changes };
    // Nothing begins for a customer that is deleted.
    const isGone = !this.customers.has(before.customerId);
    const now = { ...after, subscriptionId, ...(isGone && { providerStatus: 'canceled' as const }) };
    this.subscriptions.set(subscriptionId, now);
    const { customerId, ...subscription } = now;
    const event = { eventId: `evt_${++this.count}`, occurredAt: this.second(), kind, customerId, subscription };
    return { kind: 'subscription', customerId, workspaceId: null, event };
  }

  private second(): string {
    return new Date(Math.floor(this.clock().getTime() / 1_000) * 1_000).toISOString();
  }
}
