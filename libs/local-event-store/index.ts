export { startLocalEventStore } from './start-local-event-store';
export type { LocalEventStore, LocalEventStoreOptions } from './start-local-event-store';
