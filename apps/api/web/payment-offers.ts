import { Inject, Injectable } from '@nestjs/common';
import { billingCycles, plansForSale } from '@pps/billing';
import { claimsOf, type Identity } from '@pps/identity';
import { Rejected } from '@pps/kernel';
import { features, type Configuration } from '@pps/runtime';
import { startCheckout, type CheckoutOrder, type PaymentDeps } from '@pps/use-cases';
import { decode } from 'jsonwebtoken';
import { IDENTITY } from '../auth/identity';
import type { SessionBody } from '../auth/session-body';
import { PAYMENT_DEPS } from '../billing/payment-deps';
import { formText } from './form-fields';
import { paymentPage, noPaymentPage } from './pages/purchase.page';
import { replaceRefusalByPage } from './replace-refusal-by-page';
import { webRoot } from './render-page';
import type { WebPage } from './web-page';

type OpenedSession = Awaited<ReturnType<SessionBody['openDefault']>>;

/** Leads who has just signed in to the payment of a plan, as the checkout route does. */
@Injectable()
export class PaymentOffers {
  constructor(
    @Inject(IDENTITY) private readonly identity: Pick<Identity, 'sessionHolders'>,
    @Inject(PAYMENT_DEPS) private readonly deps: PaymentDeps,
  ) {}

  /** The page with the way to the payment, or one that says why there is none. */
  offer(session: OpenedSession, order: CheckoutOrder): Promise<WebPage> {
    return replaceRefusalByPage({ service_unavailable: noPaymentPage, conflict: noPaymentPage }, async () => {
      const claims = claimsOf(decode(session.access_token));
      const holder = claims && (await this.identity.sessionHolders.holderOf(claims));
      if (!holder) throw new Rejected('invalid_token', 'The session has ended');
      const wayOn = await startCheckout(this.deps, holder, order);
      return paymentPage({ order, workspace: session.organization.name, email: session.user.email, wayOn });
    });
  }
}

/** The plan and the cycle that a form or a query names; null when either is not for sale. */
export function orderIn(fields: unknown): CheckoutOrder | null {
  const plan = plansForSale.find((each) => each === formText(fields, 'plan'));
  const billingCycle = billingCycles.find((each) => each === formText(fields, 'billing_cycle'));
  return plan === undefined || billingCycle === undefined ? null : { plan, billingCycle };
}

/** Path and query of the page where it is bought, as a sign-in elsewhere is given them to come back. */
const purchasePath = (configuration: Configuration, { plan, billingCycle }: CheckoutOrder): string =>
  `${webRoot(configuration)}/billing/buy?${new URLSearchParams({ plan, billing_cycle: billingCycle }).toString()}`;

/** What such a path buys; null for any other path. */
export function orderAt(path: string, configuration: Configuration): CheckoutOrder | null {
  const [before, query = ''] = path.split('?');
  return before === `${webRoot(configuration)}/billing/buy` ? orderIn(Object.fromEntries(new URLSearchParams(query))) : null;
}

/** Where a sign-in with Google begins that comes back to the purchase; null where there is none, or where sign-ins end in another web app. */
export const googleSignIn = (configuration: Configuration, order: CheckoutOrder): string | null =>
  googleSignInTo(configuration, purchasePath(configuration, order));

/** The same for any page of ours, by its path and query. */
export function googleSignInTo(configuration: Configuration, next: string): string | null {
  if (features(configuration).google.state !== 'enabled' || !endsHere(configuration)) return null;
  return `../v1/auth/google/login?${new URLSearchParams({ next }).toString()}`;
}

const endsHere = (configuration: Configuration): boolean => {
  const app = new URL(configuration.APP_URL);
  const { origin } = new URL(configuration.PUBLIC_URL);
  return app.origin === origin && app.search === '' && app.pathname.replace(/\/+$/, '') === webRoot(configuration);
};

/** Whether plans can be bought here at all. */
export const sellsPlans = (configuration: Configuration): boolean => features(configuration).payments.state === 'enabled';
