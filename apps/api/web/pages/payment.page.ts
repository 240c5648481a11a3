import { html } from '../safe-html';
import type { WebPage } from '../web-page';

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
