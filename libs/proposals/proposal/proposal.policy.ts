/** Items of one proposal. */
export const itemsAtMost = 100;

/** Bytes of what the items of a proposal hold: sealed, they have to fit into one append of 1 MiB. */
export const textBytesAtMost = 400_000;

/** How long a person can agree to it. */
export const proposalLifetimeMs = 7 * 86_400_000;

/** Items that may wait for a person at once: of one key, grant or session, and of a project. */
export const openItemsAtMost = { proposer: 1_000, project: 5_000 } as const;

/** So long after an agreement whoever began to carry it out has stopped, or met an outage: then the service goes on with it. */
export const stoppedAfterMs = 30_000;

/** What was agreed to longer ago is not done any more. */
export const carriedOutWithinMs = 86_400_000;
