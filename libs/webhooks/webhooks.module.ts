import { Module } from '@nestjs/common';
import { CancelReplayHandler } from './replays/cancel-replay';
import { AddWebhookHandler } from './subscriptions/add-webhook';
import { DeleteWebhookHandler } from './subscriptions/delete-webhook';
import { DisableWebhookHandler } from './subscriptions/disable-webhook';
import { RedeliverEventHandler } from './deliveries/redeliver-event';
import { RequestReplayHandler } from './replays/request-replay';
import { SendTestHandler } from './deliveries/send-test';
import { UpdateWebhookHandler } from './subscriptions/update-webhook';

@Module({
  providers: [
    AddWebhookHandler,
    UpdateWebhookHandler,
    DeleteWebhookHandler,
    DisableWebhookHandler,
    SendTestHandler,
    RedeliverEventHandler,
    RequestReplayHandler,
    CancelReplayHandler,
  ],
})
export class WebhooksModule {}
