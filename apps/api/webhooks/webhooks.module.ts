import { Module } from '@nestjs/common';
import { webhooksCommands } from '@pps/webhooks';
import { APP, type App } from '../../foundation/bind-app';
import { registerCommands } from '../commands/register-commands';
import { ProjectWebhooks } from './project-webhooks';
import { WebhookDeliveries } from './webhook-deliveries';
import { WebhookDeliveriesController } from './webhook-deliveries.controller';
import { WebhookReplaysController } from './webhook-replays.controller';
import { WebhooksController } from './webhooks.controller';

@Module({
  controllers: [WebhooksController, WebhookDeliveriesController, WebhookReplaysController],
  providers: [ProjectWebhooks, WebhookDeliveries, ...registerCommands<App>(APP, webhooksCommands)],
})
export class WebhooksApiModule {}
