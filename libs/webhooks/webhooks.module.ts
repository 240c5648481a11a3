import { Module } from '@nestjs/common';
import { CancelReplayHandler } from './replays/cancel-replay';
import { AddWebhookHandler } from './subscriptions/add-webhook';
import { DeleteWebhookHandler } from './subscriptions/delete-webhook';
import { RedeliverEventHandler } from './deliveries/redeliver-event';
import { RequestReplayHandler } from './replays/request-replay';
import { SendTestHandler } from './deliveries/send-test';
import { UpdateWebhookHandler } from './subscriptions/update-webhook';

@Module({
  providers: [
    AddWebhookHandler,
    UpdateWebhookHandler,
    DeleteWebhookHandler,
    SendTestHandler,
    RedeliverEventHandler,
    RequestReplayHandler,
    CancelReplayHandler,
  ],
})
export class WebhooksModule {}
