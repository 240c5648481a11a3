export type { TakeOptions, Work, WorkKind, WorkQueue } from './work-queue';
export { openWorkQueue } from './work-queue';
