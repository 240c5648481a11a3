/** How long a request can be looked up: clients are promised a week. */
export const retentionMs = 7 * 86_400_000;

/** What waits in a process to be written: twenty seconds of a busy one, of which one organization gets a quarter. */
export const mostWaiting = 20_000;
export const mostWaitingOfOne = mostWaiting / 4;

/** How long a request may wait for others to be written with it. */
export const writeEveryMs = 1_000;
export const writtenAtOnce = 1_000;

/** Rows that one statement removes. */
export const removedAtOnce = 1_000;

/** How long whoever looks something up waits for what its process has not written yet. */
export const lookUpWaitMs = 1_000;
