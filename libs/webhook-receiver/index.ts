export type {
  AccountEventData,
  DisabledEventData,
  ImportEventData,
  PinEventData,
  QuotaEventData,
  ReceivedEvent,
  ScheduleEventData,
} from './received-event';
export { InvalidWebhook, verifyWebhook, type ReceivedHeaders, type VerifyOptions } from './verify-webhook';
export { SeenEvents } from './seen-events';
