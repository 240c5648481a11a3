import { Controller, Headers, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiExcludeController } from '@nestjs/swagger';
import { ChangeSubscription } from '@pps/billing';
import { LiveStates } from '@pps/event-store';
import { Rejected } from '@pps/kernel';
import { CONFIGURATION, type Configuration } from '@pps/runtime';
import { projectStream } from '@pps/workspaces/events';
import type { FastifyRequest } from 'fastify';
import Stripe from 'stripe';
import { Public } from '../auth/route-access.decorator';
import { subscriptionOfStripeEvent, type StripeSubscription } from './stripe-subscription';

/** Where the payment provider reports what became of a subscription; its signature is the credential. */
@ApiExcludeController()
@Controller('v1/billing/provider-webhook')
export class ProviderWebhookController {
  constructor(
    private readonly commands: CommandBus,
    private readonly live: LiveStates,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  @Post()
  @HttpCode(200)
  @Public()
  async take(@Req() request: FastifyRequest, @Headers('stripe-signature') signature: string | undefined) {
    const subscription = subscriptionOfStripeEvent(this.verified(request.rawBody, signature));
    if (subscription) await this.apply(subscription);
    return { received: true };
  }

  private verified(body: Buffer | undefined, signature: string | undefined): Stripe.Event {
    const secret = this.configuration.PAYMENT_WEBHOOK_SECRET;
    if (!secret || !body || !signature) throw new Rejected('bad_request', 'The webhook is not signed by the payment provider.');
    try {
      return Stripe.webhooks.constructEvent(body, signature, secret);
    } catch {
      throw new Rejected('bad_request', 'The webhook is not signed by the payment provider.');
    }
  }

  /** A subscription of a project that is not ours is acknowledged: sending it again would not help. */
  private async apply({ workspaceId, event }: StripeSubscription): Promise<void> {
    const { state: project } = await this.live.get(projectStream, workspaceId);
    if (project.kind === 'none') return;
    const { organizationId, projectId } = project;
    const origin = { organizationId, projectId, actor: { type: 'payment_provider' as const }, occurredAt: event.occurredAt };
    await this.commands.execute(new ChangeSubscription(organizationId, { kind: 'reported_by_provider', event }, origin));
  }
}
