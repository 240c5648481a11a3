import type { ReadKind } from '../pin/next-action';

/** The work on the queue that does a read. */
export const readTasks = { read_board: 'reconcile', read_video_status: 'video' } as const satisfies Record<ReadKind, string>;

/** What publishing does for one pin at a time, and passes over where it fails for a pin. */
export type PublishingTask = 'publish' | 'expire' | 'give up' | (typeof readTasks)[ReadKind];
