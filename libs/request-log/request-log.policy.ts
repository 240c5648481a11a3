/** How long a request can be looked up: clients are promised a week. */
export const retentionMs = 7 * 86_400_000;

/** What waits in a process to be written: twenty seconds of a busy one, of which one organization gets a quarter. */
export const mostWaiting = 20_000;
export const mostWaitingOfOne = mostWaiting / 4;

/** How long a request may wait for others to be written with it. */
export const writeEveryMs = 1_000;
export const writtenAtOnce = 1_000;

/** How often, at most, who looks something up makes a process write. */
export const readersFlushEveryMs = 100;

/** What is older than a week is not shown any more, and removed within an hour: in portions, not row by row. */
export const removedWithinMs = 3_600_000;

/** So many times its room a project may have before it is brought back to its room. */
export const overfullFrom = (mostOfProject: number): number => Math.ceil(mostOfProject * 1.05);

/** Rows that one statement removes, and statements for one project in one sweep. */
export const removedAtOnce = 1_000;
export const portionsAtOnce = 20;

/** How long whoever looks something up waits for what its process has not written yet. */
export const lookUpWaitMs = 1_000;
