import type { ReadKind } from '../pin/next-action';

/** The work on the queue that does a read. */
export const readTasks = { read_board: 'reconcile', read_video_status: 'video' } as const satisfies Record<ReadKind, string>;

/** What publishing does for one pin at a time, and passes over where it fails for a pin. */
export type PublishingTask = 'publish' | 'expire' | 'give up' | (typeof readTasks)[ReadKind];

/** Reads of one kind that one project may have under way: half of what a worker does at once, so that there is room for the others. */
export const readsPerProject = 2;
