import { Module } from '@nestjs/common';
import { CreateWebhookHandler } from './create-webhook';
import { DeleteWebhookHandler } from './delete-webhook';
import { RedeliverEventHandler } from './redeliver-event';
import { ReplayEventsHandler } from './replay-events';
import { SendTestHandler } from './send-test';
import { UpdateWebhookHandler } from './update-webhook';

@Module({
  providers: [
    CreateWebhookHandler,
    UpdateWebhookHandler,
    DeleteWebhookHandler,
    SendTestHandler,
    RedeliverEventHandler,
    ReplayEventsHandler,
  ],
})
export class WebhooksModule {}
