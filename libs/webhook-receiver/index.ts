export type * from './received-event';
export { InvalidWebhook, verifyWebhook, type ReceivedHeaders, type VerifyOptions } from './verify-webhook';
export { SeenEvents } from './seen-events';
