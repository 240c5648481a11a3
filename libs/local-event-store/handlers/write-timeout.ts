/** Milliseconds that a write may be queued, as EventStoreDB limits it by default. */
export const writeTimeoutMs = 2_000;
