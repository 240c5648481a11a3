export { startLocalEventStore } from './server';
export type { LocalEventStore, LocalEventStoreOptions } from './server';
