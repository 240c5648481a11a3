export { startLocalEventStore } from './start-local-event-store';
export type { LocalEventStore } from './start-local-event-store';
