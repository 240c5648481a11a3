export type { TakeOptions, Work, WorkKind, WorkQueue } from './work-queue';
export { openWorkQueue, WORK_QUEUE } from './work-queue';
