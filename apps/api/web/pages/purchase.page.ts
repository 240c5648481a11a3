import { plans, priceCatalogue } from '@pps/billing';
import type { Rejected } from '@pps/kernel';
import { failureOf } from '@pps/runtime';
import type { CheckoutOrder } from '@pps/use-cases';
import { html, type SafeHtml, type WebPage, hiddenField } from '../web-page';
import { googleInstead, refusedStatus, signInFields } from './sign-in-fields';

const priceOf = ({ plan, billingCycle }: CheckoutOrder): SafeHtml =>
  html`<p class="total">${priceCatalogue.prices[plan][billingCycle].display} a ${billingCycle === 'annual' ? 'year' : 'month'}</p>`;

const orderFields = ({ plan, billingCycle }: CheckoutOrder): readonly SafeHtml[] => [
  hiddenField('plan', plan),
  hiddenField('billing_cycle', billingCycle),
];

interface PurchaseView {
  readonly order: CheckoutOrder;
  /** Where a sign-in with Google begins that comes back here; null where there is none. */
  readonly google: string | null;
}

/** Where somebody proves for which workspace the plan is bought. */
export const purchasePage = ({ order, google }: PurchaseView, email = '', problem?: string): WebPage => ({
  ...refusedStatus(problem),
  title: `Buy ${plans[order.plan].name}`,
  content: html`${priceOf(order)}
    <p>Sign in, so that the plan goes to your workspace. The payment itself is made at our payment provider.</p>
    <form method="post" action="billing/buy">${orderFields(order)} ${signInFields(email, problem)}</form>
    ${googleInstead(google)}
    <p class="hint"><a href="billing">Compare the plans</a></p>`,
});

/** Where a sign-in with Google ends that leads to a purchase. The form waits for a click: whoever was sent here by a link sees what it is about. */
export const completePurchaseSignInPage = (order: CheckoutOrder, fields: Readonly<Record<'token' | 'next', string>>): WebPage => ({
  title: `Buy ${plans[order.plan].name}`,
  content: html`${priceOf(order)}
    <p>Google has vouched for you. Go on to see for which workspace the plan is. The payment itself is made at our payment provider.</p>
    <form method="post" action="auth/complete">
      ${hiddenField('token', fields.token)} ${hiddenField('next', fields.next)}
      <button>Go on</button>
    </form>
    <p class="hint"><a href="billing">Compare the plans</a></p>`,
});

interface PaymentView {
  readonly order: CheckoutOrder;
  readonly workspace: string;
  readonly email: string;
  /** The payment provider's page. */
  readonly wayOn: string;
}

/** Says what is about to be bought, and for whom. */
export const paymentPage = ({ order, workspace, email, wayOn }: PaymentView): WebPage => ({
  title: `Pay for ${plans[order.plan].name}`,
  content: html`${priceOf(order)}
    <p role="status">
      For the workspace <strong><bdi>${workspace}</bdi></strong
      >, ordered by <bdi>${email}</bdi>.
    </p>
    <p><a class="button" href="${wayOn}">Go on to the payment</a></p>
    <p class="hint">Nothing is bought until you confirm it there. If you have a plan, you change it there.</p>`,
});

/** When the payment provider does not take the order, or something else came first; the refusal says what helps. */
export const noPaymentPage = (refusal: Rejected): WebPage => ({
  status: refusal.code === 'conflict' ? 409 : 503,
  tone: 'bad',
  title: 'Nothing was bought',
  content: html`<p role="alert">
      ${
        refusal.code === 'conflict'
          ? 'Your workspace was changed at the same moment. Look at its plan, then begin again.'
          : `The payment provider does not take the order. ${failureOf(refusal).remediation}`
      }
    </p>
    <p><a class="button" href="billing">Compare the plans</a></p>`,
});

/** When the sign-in before it took too long. */
export const purchaseExpiredPage = (): WebPage => ({
  status: 400,
  tone: 'bad',
  title: 'You are not signed in',
  content: html`<p role="alert">It took too long, or was tried too often. Nothing was bought.</p>
    <p><a class="button" href="billing">Begin again</a></p>`,
});
