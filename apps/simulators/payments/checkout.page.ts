import { html, type SafeHtml } from '@pps/web-pages';
import type { SimulatorPage } from '../pages/simulator-page';
import { moneyText } from './money-text';
import type { CustomerRow, PriceRow } from './stripe-objects.state';

/** What the pages call a plan. */
export const planTitle = (plan: string): string => plan.slice(0, 1).toUpperCase() + plan.slice(1);

/** A card that never belonged to anybody. */
export const bankCard = (holder: string): SafeHtml =>
  html`<div class="bank-card">
    <p>Simulated card</p>
    <p class="digits">4242 4242 4242 4242</p>
    <p><bdi>${holder}</bdi></p>
  </div>`;

/** Where a customer pays, declines to, or has no money. */
export function checkoutPage({ plan, cycle, amount }: PriceRow, customer: CustomerRow | undefined): SimulatorPage {
  const holder = customer?.name ?? customer?.email ?? 'Customer';
  const every = cycle === 'annual' ? 'year' : 'month';
  return {
    party: 'payments',
    title: 'Checkout',
    isWide: true,
    content: html`<div class="pay">
      <section aria-label="Order">
        <h2>Plan ${planTitle(plan)}</h2>
        <p class="total">${moneyText(amount)}</p>
        <p>a ${every}, until it is canceled.</p>
        <dl>
          <dt>For</dt>
          <dd><bdi>${holder}</bdi></dd>
          ${
            customer !== undefined &&
            customer.email !== null &&
            html`<dt>E-mail</dt>
              <dd><bdi>${customer.email}</bdi></dd>`
          }
          <dt>Due today</dt>
          <dd>${moneyText(amount)}</dd>
        </dl>
      </section>
      <section aria-label="Payment">
        <h2>Pay by card</h2>
        ${bankCard(holder)}
        <form method="post">
          <button name="decision" value="pay">Pay</button>
          <button name="decision" value="decline" class="second">Pay with a card that is declined</button>
          <button name="decision" value="cancel" class="second">Cancel</button>
        </form>
        <p class="hint">No money moves. The service is told by a signed webhook, as the real provider does it.</p>
      </section>
    </div>`,
  };
}

export const checkoutGonePage = (): SimulatorPage => ({
  party: 'payments',
  status: 404,
  title: 'Checkout',
  content: html`<p>This page has expired, or was never there.</p>
    <p>Begin again where you came from.</p>`,
});
