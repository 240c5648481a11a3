import { Module } from '@nestjs/common';
import { RateLimitsModule } from '@pps/rate-limits';
import { UseCasesModule } from '@pps/use-cases';
import { WebhooksModule } from '@pps/webhooks';
import { ProjectWebhooks } from './project-webhooks';
import { WebhookDeliveries } from './webhook-deliveries';
import { WebhookDeliveriesController } from './webhook-deliveries.controller';
import { WebhookReplaysController } from './webhook-replays.controller';
import { WebhooksController } from './webhooks.controller';

@Module({
  imports: [RateLimitsModule, UseCasesModule, WebhooksModule],
  controllers: [WebhooksController, WebhookDeliveriesController, WebhookReplaysController],
  providers: [ProjectWebhooks, WebhookDeliveries],
})
export class WebhooksApiModule {}
