import { setTimeout as delay } from 'node:timers/promises';
import type { JournaledStore, Table } from '../journal/journaled-store';
import {
  eventObject,
  priceOf,
  subscriptionEvent,
  type CheckoutRow,
  type CustomerRow,
  type InvoiceRow,
  type PortalRow,
} from './stripe-objects.state';
import type { LifeStep, SubscriptionRow } from './subscription-life.policy';
import { sendWebhook, type WebhookSenderSettings } from './send-webhook';

/** An event that the service has not taken yet. */
interface PendingEvent {
  readonly id: string;
  readonly body: string;
}

export interface StoredAnswer {
  readonly key: string;
  /** Of method, path and parameters. */
  readonly fingerprint: string;
  readonly status: number;
  readonly body: string;
}

interface Clock {
  /** How far the simulator's clock is ahead. */
  readonly aheadMs: number;
}

const patienceMs = 15_000;
const resendEveryMs = 2_000;

/** All that the provider knows. Every change is stored before it is answered; events wait until the service has taken them. */
export class PaymentState {
  readonly customers: Table<CustomerRow>;
  readonly subscriptions: Table<SubscriptionRow>;
  readonly checkouts: Table<CheckoutRow>;
  readonly portals: Table<PortalRow>;
  readonly invoices: Table<InvoiceRow>;
  readonly answers: Table<StoredAnswer>;
  private readonly pending: Table<PendingEvent>;
  private readonly clock: Table<Clock>;
  private readonly sending = new Set<string>();
  private isHolding = false;

  constructor(
    private readonly store: JournaledStore,
    readonly settings: WebhookSenderSettings | null,
    private readonly ending: AbortSignal,
  ) {
    this.customers = store.table('customer');
    this.subscriptions = store.table('life');
    this.checkouts = store.table('checkout');
    this.portals = store.table('portal');
    this.invoices = store.table('invoice');
    this.answers = store.table('answer');
    this.pending = store.table('event');
    this.clock = store.table('clock');
  }

  /** Unix seconds by the provider's clock. */
  now(): number {
    return Math.floor((Date.now() + (this.clock.get('ahead')?.aheadMs ?? 0)) / 1_000);
  }

  /** Moves the clock on; it does not go back. */
  setClock(seconds: number): void {
    this.clock.put('ahead', { aheadMs: seconds * 1_000 - Date.now() });
  }

  newId(prefix: string): string {
    return `${prefix}_${String(this.store.next()).padStart(20, '0')}`;
  }

  flushed(): Promise<void> {
    return this.store.flushed();
  }

  /** Stores what became of a subscription, with its event; an active one that is new, renewed or changed is paid by an invoice. Returns the event's id. */
  take(step: LifeStep): string {
    const before = this.subscriptions.get(step.row.id);
    this.subscriptions.put(step.row.id, step.row);
    const { id: subscription, customer, plan, billingCycle, status, periodStart } = step.row;
    const isPaid = before?.status !== 'active' || before.plan !== plan || before.periodStart !== periodStart;
    if (status === 'active' && isPaid) {
      const id = this.newId('in');
      const amount = priceOf(plan, billingCycle)?.amount ?? 0;
      this.invoices.put(id, { id, charge: `ch_${id.slice(3)}`, customer, subscription, amount, refunded: 0, created: step.at });
    }
    return this.queue((eventId) => subscriptionEvent(eventId, step));
  }

  report(type: string, object: object): string {
    return this.queue((id) => eventObject(id, type, this.now(), object));
  }

  /** Sends these events in this order, after all is stored; the worst status of an answer, 200 while events are held. */
  async deliver(eventIds: readonly string[], forMs = patienceMs): Promise<number> {
    await this.flushed();
    return this.isHolding ? 200 : this.send(eventIds, forMs);
  }

  /** From now on events wait; `release` sends them. */
  hold(): void {
    this.isHolding = true;
  }

  /** Sends what waits in an order of the caller's; `arrange` may repeat events. */
  release(arrange: (ids: readonly string[]) => readonly string[]): Promise<number> {
    this.isHolding = false;
    const bodies = new Map([...this.pending.rows()].map(({ id, body }) => [id, body]));
    const order = arrange([...bodies.keys()]);
    return this.send(order, patienceMs, bodies);
  }

  /** Until the end: sends again what the service did not take. */
  async resendPending(): Promise<void> {
    while (!this.ending.aborted) {
      await delay(resendEveryMs, undefined, { signal: this.ending, ref: false }).catch(() => undefined);
      if (!this.ending.aborted && !this.isHolding) await this.send(this.waiting(), 0);
    }
  }

  private waiting(): readonly string[] {
    return [...this.pending.rows()].map(({ id }) => id).filter((id) => !this.sending.has(id));
  }

  private async send(eventIds: readonly string[], forMs: number, repeated?: ReadonlyMap<string, string>): Promise<number> {
    let worst = 200;
    for (const id of eventIds) this.sending.add(id);
    for (const id of eventIds) {
      const body = repeated?.get(id) ?? this.pending.get(id)?.body;
      if (body === undefined || !this.settings) continue;
      const status = await sendWebhook(body, this.settings, forMs, this.ending);
      if (status === 0 || status >= 300) worst = status === 0 ? 599 : status;
      // What is not taken is sent again later, as the provider does.
      else this.pending.remove(id);
    }
    for (const id of eventIds) this.sending.delete(id);
    await this.flushed();
    return worst;
  }

  private queue(make: (id: string) => object): string {
    const id = this.newId('evt');
    if (this.settings) this.pending.put(id, { id, body: JSON.stringify(make(id)) });
    return id;
  }
}
