import type { FastifyInstance } from 'fastify';
import type { JournaledStore } from '../journal/journaled-store';
import { checkoutRoutes } from './checkout.routes';
import { paymentControlRoutes } from './control.routes';
import { PaymentState } from './payment-state';
import { portalRoutes } from './portal.routes';
import { stripeApiRoutes } from './stripe-api.routes';
import { StripeRefusal } from './stripe-refusal';
import type { WebhookSenderSettings } from './send-webhook';

/** Simulates the payment provider: Stripe's interface under `/v1`, its pages for customers, and routes for tests under `/_control`. */
export function paymentRoutes(store: JournaledStore, settings: WebhookSenderSettings | null, ending: AbortSignal) {
  return async (app: FastifyInstance): Promise<void> => {
    const state = new PaymentState(store, settings, ending);
    app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
      const refusal =
        error instanceof StripeRefusal ? { type: error.type, ...(error.code ? { code: error.code } : {}) } : { type: 'api_error' };
      return reply.code(error.statusCode ?? 500).send({ error: { ...refusal, message: error.message } });
    });
    await app.register(async (inner) => stripeApiRoutes(inner, state), { prefix: '/v1' });
    checkoutRoutes(app, state);
    portalRoutes(app, state);
    paymentControlRoutes(app, state);
    app.addHook('onReady', async () => void state.resendPending());
  };
}
