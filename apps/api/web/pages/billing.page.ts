import type { PlanTerms, Price } from '@pps/billing';
import type { BillingCycle } from '@pps/billing/events';
import { html } from '../safe-html';
import type { WebPage } from '../web-page';

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
