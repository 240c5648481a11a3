import { handles, type CommandTable } from '@pps/kernel';
import { RedeliverEvent, redeliverEvent } from './deliveries/redeliver-event';
import { SendTest, sendTest } from './deliveries/send-test';
import { CancelReplay, cancelReplay } from './replays/cancel-replay';
import { RequestReplay, requestReplay, type RequestReplayDeps } from './replays/request-replay';
import { DeleteWebhook, deleteWebhook, type DeleteWebhookDeps } from './subscriptions/delete-webhook';

/** What users command of webhooks and their deliveries. */
export const webhooksCommands: CommandTable<RequestReplayDeps & DeleteWebhookDeps> = [
  handles(DeleteWebhook, deleteWebhook),
  handles(SendTest, sendTest),
  handles(RedeliverEvent, redeliverEvent),
  handles(RequestReplay, requestReplay),
  handles(CancelReplay, cancelReplay),
];
