import type { PlanTerms, Price } from '@pps/billing';
import type { BillingCycle } from '@pps/billing/events';
import { html, type SafeHtml, type WebPage } from '../web-page';

const count = (number: number): string => number.toLocaleString('en-US');

interface PricedPlan extends PlanTerms {
  readonly plan: string;
  readonly isForSale: boolean;
  readonly prices: Readonly<Record<BillingCycle, Price>>;
}

/** What the plans allow and cost, for who was sent here because his is used up or unpaid; with the way to buy where they are sold. */
export const billingPage = (offered: readonly PricedPlan[], isSelling: boolean): WebPage => ({
  title: 'Plans',
  isWide: true,
  content: html`<p>A quota that is used up is new with the next calendar month (UTC), or at once with a larger plan.</p>
    <ul class="cards">
      ${offered.map((plan) => planCard(plan, isSelling))}
    </ul>
    <p class="hint">
      For programs: <code>POST /v1/billing/checkout</code> buys, <code>POST /v1/billing/portal</code> changes and cancels,
      <code>GET /v1/billing/status</code> tells what you have and have used, <code>GET /v1/billing/pricing</code> the prices.
    </p>`,
});

function planCard(
  { plan, name, quotaPinsMonthly, platformAccountsLimit, features, prices, isForSale }: PricedPlan,
  isSelling: boolean,
): SafeHtml {
  const isFixed = isForSale || prices.monthly.display.startsWith('$');
  return html`<li class="card">
    <h2>${name}</h2>
    <p class="price">${prices.monthly.display} ${isFixed && html`<small>a month</small>`}</p>
    <p class="hint">${isForSale ? `or ${prices.annual.display} a year` : isFixed ? 'for as long as you like' : 'agreed with you'}</p>
    <ul>
      <li>${count(quotaPinsMonthly)} pins a month</li>
      <li>${platformAccountsLimit === 1 ? '1 account' : `${count(platformAccountsLimit)} accounts`}</li>
      <li>${features.bulkImports ? 'uploads and imports' : 'no uploads, no imports'}</li>
    </ul>
    ${isForSale && isSelling && html`${buyLink(plan, name, 'monthly')} ${buyLink(plan, name, 'annual')}`}
  </li>`;
}

const buyLink = (plan: string, name: string, cycle: BillingCycle): SafeHtml =>
  html`<a
    class="button${cycle === 'annual' ? ' second' : ''}"
    href="billing/buy?${new URLSearchParams({ plan, billing_cycle: cycle }).toString()}"
    >Buy ${name}, ${cycle === 'annual' ? 'annually' : 'monthly'}</a
  >`;

/** Where the payment provider leads who has paid, or confirmed a change. */
export const paymentSucceededPage = (): WebPage => ({
  tone: 'good',
  title: 'Thank you',
  content: html`<p role="status">
      The payment provider has taken your order. Your plan holds as soon as it tells us, mostly within seconds.
    </p>
    <p><a class="button" href="billing">Compare the plans</a></p>
    <p class="hint">What you have now: <code>GET /v1/billing/status</code>.</p>`,
});

/** Where it leads who went back without paying. */
export const paymentCanceledPage = (): WebPage => ({
  title: 'Nothing was bought',
  content: html`<p role="status">You went back before paying. Your plan is as it was, and nothing is charged.</p>
    <p><a class="button" href="billing">Compare the plans</a></p>`,
});
