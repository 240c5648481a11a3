import type { PlanTerms } from '@pps/billing';
import { html } from '../safe-html';
import type { WebPage } from '../web-page';

const count = (number: number): string => number.toLocaleString('en-US');

/** What the plans allow, for who was sent here because his is used up or unpaid. */
export const billingPage = (plans: readonly PlanTerms[]): WebPage => ({
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
          </tr>
        </thead>
        <tbody>
          ${plans.map(
            ({ name, quotaPinsMonthly, platformAccountsLimit, features }) =>
              html`<tr>
                <th scope="row">${name}</th>
                <td>${count(quotaPinsMonthly)}</td>
                <td>${count(platformAccountsLimit)}</td>
                <td>${features.bulkImports ? 'yes' : 'no'}</td>
              </tr> `,
          )}
        </tbody>
      </table>
    </div>
    <p class="hint">What you have and have used: <code>GET /v1/billing/status</code>. Prices: <code>GET /v1/billing/pricing</code>.</p>`,
});
