import { html, type SafeHtml } from '@pps/web-pages';
import type { SimulatorPage } from '../pages/simulator-page';
import { bankCard, planTitle } from './checkout.page';
import { moneyText } from './money-text';
import { cycles, priceOf, soldPlans, type CustomerRow, type InvoiceRow, type PriceRow } from './stripe-objects.state';
import type { SubscriptionRow } from './subscription-life.policy';

interface PortalView {
  readonly subscriptions: readonly SubscriptionRow[];
  /** Newest first, and no more than a page can show. */
  readonly invoices: readonly InvoiceRow[];
  readonly customer: CustomerRow | undefined;
  readonly returnUrl: string;
}

const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const dayText = (seconds: number): string => days.format(seconds * 1_000);

const priceText = ({ plan, billingCycle }: SubscriptionRow): string =>
  `${moneyText(priceOf(plan, billingCycle)?.amount ?? 0)} a ${billingCycle === 'annual' ? 'year' : 'month'}`;

/** Where a customer manages what he pays for. */
export const portalPage = ({ subscriptions, invoices, customer, returnUrl }: PortalView): SimulatorPage => ({
  party: 'payments',
  title: 'Billing',
  isWide: true,
  content: html`<div class="pay">
      <div>${subscriptions.length === 0 ? html`<p>There is no subscription.</p>` : subscriptions.map(subscriptionForm)}</div>
      <section aria-label="Payment method">
        <h2>Payment method</h2>
        ${bankCard(customer?.name ?? customer?.email ?? 'Customer')}
        <p><a class="button second" href="${returnUrl}">Back to the service</a></p>
      </section>
    </div>
    ${invoiceTable(invoices)}`,
});

const subscriptionForm = (row: SubscriptionRow, n: number): SafeHtml =>
  html`<form method="post">
    <h2>Plan ${planTitle(row.plan)}</h2>
    <p class="total">${priceText(row)}</p>
    <p>
      <span class="badge">${row.status.replaceAll('_', ' ')}</span>
      ${row.cancelAt === null ? `renews on ${dayText(row.periodEnd)}` : `ends on ${dayText(row.cancelAt)}`}
    </p>
    <input type="hidden" name="subscription" value="${row.id}" />
    <label for="plan-${n}">Plan</label>
    <select id="plan-${n}" name="plan">
      ${options(soldPlans, row.plan)}
    </select>
    <label for="cycle-${n}">Cycle</label>
    <select id="cycle-${n}" name="billing_cycle">
      ${options(cycles, row.billingCycle)}
    </select>
    <button name="decision" value="change">Change</button>
    <button name="decision" value="cancel_at_period_end" class="second">Cancel at the end of the period</button>
    <button name="decision" value="cancel_now" class="second">Cancel now</button>
    <button name="decision" value="resume" class="second">Resume</button>
  </form>`;

const options = (values: readonly string[], selected: string): readonly SafeHtml[] =>
  values.map((value) => html`<option value="${value}" ${value === selected && html`selected`}>${value}</option>`);

const invoiceTable = (invoices: readonly InvoiceRow[]): SafeHtml | false =>
  invoices.length > 0 &&
  html`<h2>Invoices</h2>
    <div class="scroll" role="region" aria-label="Invoices" tabindex="0">
      <table>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Amount</th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          ${invoices.map(
            ({ created, amount, refunded }) =>
              html`<tr>
                <td>${dayText(created)}</td>
                <td>${moneyText(amount)}</td>
                <td>${refunded > 0 ? `refunded ${moneyText(refunded)}` : 'paid'}</td>
              </tr> `,
          )}
        </tbody>
      </table>
    </div>`;

/** Asks for a yes to one change of a subscription. */
export const confirmChangePage = (price: PriceRow | null, row: SubscriptionRow | null): SimulatorPage => ({
  party: 'payments',
  title: 'Confirm the change',
  content: html`${
      price &&
      html`<h2>Plan ${planTitle(price.plan)}</h2>
        <p class="total">${moneyText(price.amount)}</p>
        <p>
          ${price.cycle === 'annual' ? 'a year' : 'a month'}${row && row.plan !== price.plan && ` in place of ${planTitle(row.plan)}`}.
        </p>`
    }
    ${
      row &&
      row.cancelAt !== null &&
      html`<p>The subscription is set to end on ${dayText(row.cancelAt)}. When you confirm, that is taken back: it goes on.</p>`
    }
    <form method="post" class="row">
      <button name="decision" value="pay">Confirm</button>
      <button name="decision" value="cancel" class="second">Cancel</button>
    </form>`,
});

export const portalMissingPage = (): SimulatorPage => ({
  party: 'payments',
  status: 404,
  title: 'Billing',
  content: html`<p>There is no such page.</p>`,
});
