import type { PlanTerms, Price } from '@pps/billing';
import type { BillingCycle } from '@pps/billing/events';
import { html, type WebPage } from '../web-page';

const count = (number: number): string => number.toLocaleString('en-US');

interface PricedPlan extends PlanTerms {
  readonly prices: Readonly<Record<BillingCycle, Price>>;
}

/** What the plans allow and cost, for who was sent here because his is used up or unpaid. */
export const billingPage = (plans: readonly PricedPlan[]): WebPage => ({
  title: 'Plans',
  content: html`<p>A quota that is used up is new with the next calendar month (UTC), or at once with a larger plan.</p>
    <div class="scroll" role="region" aria-label="Plans" tabindex="0">
      <table>
        <thead>
          <tr>
            <th scope="col">Plan</th>
            <th scope="col">Pins a month</th>
            <th scope="col">Accounts</th>
            <th scope="col">Uploads and imports</th>
            <th scope="col">A month</th>
            <th scope="col">A year</th>
          </tr>
        </thead>
        <tbody>
          ${plans.map(
            ({ name, quotaPinsMonthly, platformAccountsLimit, features, prices }) =>
              html`<tr>
                <th scope="row">${name}</th>
                <td>${count(quotaPinsMonthly)}</td>
                <td>${count(platformAccountsLimit)}</td>
                <td>${features.bulkImports ? 'yes' : 'no'}</td>
                <td>${prices.monthly.display}</td>
                <td>${prices.annual.display}</td>
              </tr> `,
          )}
        </tbody>
      </table>
    </div>
    <p>
      The page where a plan is bought: <code>POST /v1/billing/checkout</code>; where it is changed or canceled:
      <code>POST /v1/billing/portal</code>.
    </p>
    <p class="hint">What you have and have used: <code>GET /v1/billing/status</code>. Prices: <code>GET /v1/billing/pricing</code>.</p>`,
});

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
