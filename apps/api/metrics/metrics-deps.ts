import type { EventStore } from '@pps/event-store';
import type { Database } from '@pps/read-store';

/** What the metrics of the whole installation are measured by. */
export interface MetricsDeps {
  readonly db: Database;
  readonly store: EventStore;
}
