export { describeQueueError } from './describe-queue-error';
export type { QueueTrouble } from './queue-connection';
export { natsAddress } from './nats-address';
export type { TakeOptions, WorkItem, WorkKind } from './work-item';
export type { WorkQueue } from './work-queue';
export { openWorkQueue } from './work-queue';
