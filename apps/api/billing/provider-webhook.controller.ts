import { Controller, Headers, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { fromStripeEvent } from '@pps/billing';
import { Rejected } from '@pps/kernel';
import { AnonymousBodyLimit, bodyLimit } from '../http/route-setting.decorator';
import { takePaymentEvent, type PaymentDeps } from '@pps/use-cases';
import type { FastifyRequest } from 'fastify';
import Stripe from 'stripe';
import { Public } from '../auth/route-access.decorator';
import { HonoursIdempotencyKey } from '../idempotency/idempotency-key.guard';
import { PAYMENT_DEPS } from './payment-deps';
import { APP, type App } from '../../foundation/bind-app';

/** Where the payment provider reports what became of a subscription; its signature is the credential, and each event is applied once by its id. */
@ApiExcludeController()
@Controller('v1/billing/provider-webhook')
export class ProviderWebhookController {
  constructor(
    @Inject(APP) private readonly app: Pick<App, 'configuration'>,
    @Inject(PAYMENT_DEPS) private readonly deps: PaymentDeps,
  ) {}

  @Post()
  @HttpCode(200)
  @AnonymousBodyLimit(bodyLimit)
  @Public()
  @HonoursIdempotencyKey()
  async take(@Req() request: FastifyRequest, @Headers('stripe-signature') signature: string | undefined) {
    const event = fromStripeEvent(this.verified(request.rawBody, signature));
    const taken = event ? await takePaymentEvent(this.deps, event) : 'nothing_to_do';
    return { received: true, outcome: taken };
  }

  /** Throws `Rejected('bad_request')` for a body that neither secret signed within the last 5 minutes. */
  private verified(body: Buffer | undefined, signature: string | undefined): Stripe.Event {
    const { PAYMENT_WEBHOOK_SECRET: secret, PAYMENT_WEBHOOK_OTHER_SECRET: other } = this.app.configuration;
    for (const each of [secret, other]) {
      const event = each && body && signature ? signedEvent(body, signature, each) : null;
      if (event) return event;
    }
    throw new Rejected(
      'bad_request',
      'The webhook is not signed by the payment provider.',
      {},
      { remediation: 'Sign it with the secret that PAYMENT_WEBHOOK_SECRET has, within five minutes.' },
    );
  }
}

function signedEvent(body: Buffer, signature: string, secret: string): Stripe.Event | null {
  try {
    return Stripe.webhooks.constructEvent(body, signature, secret);
  } catch {
    return null;
  }
}
