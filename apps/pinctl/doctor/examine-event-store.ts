import type { EventStore } from '@pps/event-store';
import type { Finding } from './finding';

/** The event store behind `EVENTSTORE_URL`. */
export async function examineEventStore(store: Pick<EventStore, 'peekIdentity' | 'head'>): Promise<Finding> {
  const from = performance.now();
  const storeId = await store.peekIdentity();
  const head = await store.head();
  return { part: 'event store', state: 'ok', line: `log ${storeId}, head ${head}; answered in ${Math.round(performance.now() - from)} ms` };
}
