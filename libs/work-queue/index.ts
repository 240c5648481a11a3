export type { TakeOptions, Work, WorkKind } from './work';
export type { WorkQueue } from './work-queue';
export { openWorkQueue, WORK_QUEUE } from './work-queue';
