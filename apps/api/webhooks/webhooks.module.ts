import { Module } from '@nestjs/common';
import { RateLimitsModule } from '@pps/rate-limits';
import { UseCasesModule } from '@pps/use-cases';
import { webhooksCommands } from '@pps/webhooks';
import { PARTS, type Parts } from '../../foundation/open-parts';
import { registerCommands } from '../commands/register-commands';
import { ProjectWebhooks } from './project-webhooks';
import { WebhookDeliveries } from './webhook-deliveries';
import { WebhookDeliveriesController } from './webhook-deliveries.controller';
import { WebhookReplaysController } from './webhook-replays.controller';
import { WebhooksController } from './webhooks.controller';

@Module({
  imports: [RateLimitsModule, UseCasesModule],
  controllers: [WebhooksController, WebhookDeliveriesController, WebhookReplaysController],
  providers: [ProjectWebhooks, WebhookDeliveries, ...registerCommands<Parts>(PARTS, webhooksCommands)],
})
export class WebhooksApiModule {}
